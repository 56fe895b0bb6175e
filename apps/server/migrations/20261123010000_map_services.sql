-- Map services that a tenant asks: which, in which order, with which key.
create table map_services (
  tenant_id bigint not null references tenants,
  service_id bigint generated always as identity,
  kind text not null check (kind in ('ADDRESS', 'ROADS')),
  provider text not null,
  name text not null default '',
  url text not null,
  sealed_key text not null default '',
  key_last4 text not null default '',
  sealed_signing_key text not null default '',
  rank integer not null,
  enabled boolean not null default true,
  daily_quota integer check (daily_quota > 0), -- null: as often as it takes
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  primary key (tenant_id, service_id)
);
call private.scope_table('map_services', channel => '-');

-- What each was asked on a day, counted by all processes; `entry` is the id of a service, or names one of the installation (without a tenant).
create table map_service_days (
  entry text not null,
  day date not null,
  tenant_id bigint references tenants,
  asked integer not null default 0,
  failed integer not null default 0,
  free_at timestamptz not null default now(), -- when the next may be asked, of those that take so many in a second
  last_failure text not null default '',
  last_reason text not null default '',
  last_failed_at timestamptz,
  primary key (entry, day)
);
create index map_service_days_day on map_service_days (day);
call private.scope_table('map_service_days', channel => '-');

-- Answers, of services whose terms let them be kept. What was asked stands here as a fingerprint only.
create table map_answers (
  tenant_id bigint not null references tenants,
  question bytea not null,
  answer jsonb not null,
  expires_at timestamptz not null,
  primary key (tenant_id, question)
);
create index map_answers_expiry on map_answers (expires_at);
call private.scope_table('map_answers');
