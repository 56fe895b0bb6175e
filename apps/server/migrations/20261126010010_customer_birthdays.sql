-- outside a transaction
create index concurrently if not exists customers_birthdays on customers (tenant_id, birthday) where birthday is not null;
alter table customers validate constraint customers_birthday;
