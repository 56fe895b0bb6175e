-- outside a transaction
-- What was paid within a day.
create index concurrently if not exists orders_paid_at on orders (tenant_id, paid_at) where paid_at is not null;
