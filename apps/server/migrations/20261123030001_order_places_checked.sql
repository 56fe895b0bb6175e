-- outside a transaction
alter table orders validate constraint orders_places;
