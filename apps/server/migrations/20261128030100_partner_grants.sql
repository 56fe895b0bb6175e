-- What a partner's program granted under a number of its own, with what it asked: sent again it is the same, and nothing else.
create table partner_grants (
  tenant_id bigint not null,
  channel_id bigint not null,
  partner_grant_id text not null,
  right_grant_id bigint not null,
  asked jsonb, -- null once its customer was erased
  created_at timestamptz not null default now(),
  primary key (tenant_id, channel_id, partner_grant_id),
  unique (tenant_id, right_grant_id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, channel_id),
  foreign key (tenant_id, right_grant_id) references right_grants (tenant_id, right_grant_id)
);
call private.scope_table('partner_grants', channel => 'channel_id');
revoke delete on partner_grants from app_runtime, app_platform;
