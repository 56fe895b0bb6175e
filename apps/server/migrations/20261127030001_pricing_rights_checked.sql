-- outside a transaction
alter table right_grants validate constraint right_grants_limits;
create index concurrently if not exists right_grants_right on right_grants (tenant_id, right_id);
create index concurrently if not exists right_configs_channel on right_configs (tenant_id, channel_id);
