-- outside a transaction
-- Customers by the beginning of their name, by bytes: comparisons use an index under row security, patterns do not.
create index concurrently if not exists customers_name on customers (tenant_id, (name collate "C"), customer_id);
