-- Which commission a channel has had since when: what it placed before a change keeps the one of then. A channel whose commission never changed has no row.
create table channel_commissions (
  tenant_id bigint not null,
  channel_id bigint not null,
  since timestamptz not null,
  commission_bp integer not null check (commission_bp between 0 and 10000),
  set_by bigint,
  primary key (tenant_id, channel_id, since),
  foreign key (tenant_id, channel_id) references channels (tenant_id, channel_id)
);
call private.scope_table('channel_commissions', channel => 'channel_id');
revoke update, delete on channel_commissions from app_runtime, app_platform;
