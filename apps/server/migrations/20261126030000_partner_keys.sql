-- Programs of partners sign their requests with keys of their channel; what a channel may order and how often.
alter table channels
  add column service_types text[] not null default '{}', -- empty: every service
  add column commission_bp integer not null default 0 check (commission_bp between 0 and 10000), -- of what its customers pay
  add column calls_per_minute integer not null default 600 check (calls_per_minute > 0),
  add column orders_per_day integer check (orders_per_day > 0); -- by its programs; null: as many as come

create table channel_keys (
  tenant_id bigint not null,
  key_id text not null primary key,
  channel_id bigint not null,
  secret_sealed text not null,
  secret_end text not null, -- its last signs, to tell keys apart
  note text not null default '',
  created_at timestamptz not null default now(),
  created_by bigint not null,
  created_by_name text not null,
  last_used_at timestamptz,
  ended_at timestamptz,
  ended_by bigint,
  ended_by_name text not null default '',
  foreign key (tenant_id, channel_id) references channels (tenant_id, channel_id)
);
create index channel_keys_channel on channel_keys (tenant_id, channel_id, created_at desc);
call private.scope_table('channel_keys', channel => '-');
revoke delete, update on channel_keys from app_runtime;
grant update (ended_at, ended_by, ended_by_name) on channel_keys to app_runtime;

-- What was signed with a nonce is done once.
create table partner_nonces (
  tenant_id bigint not null,
  key_id text not null,
  nonce text not null,
  at timestamptz not null default now(),
  primary key (key_id, nonce)
);
create index partner_nonces_at on partner_nonces (at);
call private.scope_table('partner_nonces', channel => '-');
revoke all on partner_nonces from app_runtime;

-- Orders that a channel's programs placed on a day, counted against its quota.
create table channel_days (
  tenant_id bigint not null,
  channel_id bigint not null,
  day date not null, -- of China's clock
  orders integer not null,
  primary key (tenant_id, channel_id, day)
);
call private.scope_table('channel_days', channel => 'channel_id');
