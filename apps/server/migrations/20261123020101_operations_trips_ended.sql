-- outside a transaction
-- Trips in the order in which they ended, for what is learned from them.
create index concurrently if not exists orders_trips_ended on orders (tenant_id, ended_at, order_id) where depart_at is not null and ended_at is not null;
