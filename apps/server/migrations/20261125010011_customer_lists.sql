-- outside a transaction
-- The list of customers, newest order first, of everybody, a city, a level; those who are turned away.
create index concurrently if not exists customers_latest on customers (tenant_id, last_order_at desc nulls last, customer_id desc);
create index concurrently if not exists customers_city_latest on customers (tenant_id, city_id, last_order_at desc nulls last, customer_id desc);
create index concurrently if not exists customers_level_latest on customers (tenant_id, level, last_order_at desc nulls last, customer_id desc) where level > 0;
create index concurrently if not exists customers_turned_away on customers (tenant_id, blacklisted_until) where blacklisted_until is not null;
create index concurrently if not exists customers_merged on customers (tenant_id, merged_into) where merged_into is not null;
drop index concurrently if exists customers_name;
