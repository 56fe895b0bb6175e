-- outside a transaction
create index concurrently if not exists sessions_customer on sessions (tenant_id, customer_id) where ended_at is null and customer_id is not null;
alter table sessions validate constraint sessions_kind_check;
alter table sessions validate constraint sessions_customer;
