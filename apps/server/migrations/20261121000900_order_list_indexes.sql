-- The order list's indexes carry the columns of the scope rule: counting a list reads the index alone, not every order it finds.
drop index orders_created, orders_city_created, orders_channel_created, orders_org_created;
create index orders_created on orders (tenant_id, created_at desc, order_id desc) include (city_id, org_id, channel_id);
create index orders_city_created on orders (tenant_id, city_id, created_at desc, order_id desc) include (org_id, channel_id);
create index orders_channel_created on orders (tenant_id, channel_id, created_at desc, order_id desc) include (city_id, org_id) where channel_id is not null;
create index orders_org_created on orders (tenant_id, org_id, created_at desc, order_id desc) include (city_id, channel_id);
