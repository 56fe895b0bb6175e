-- A message goes out by one of several providers: each attempt is a row, and what became of the message stands beside it.
alter table sms_outbox
  add column channel text not null default 'SMS', -- SMS, VOICE, PUSH or NOTICE
  add column once boolean not null default false, -- after an attempt that was not answered it is never sent again
  add column broadcast_id bigint,
  add column text_ref text not null default '', -- its wording; by this a provider's own template is found
  -- When it is to be tried. An older process, which knows neither providers nor attempts, does not come upon it: both its times are never.
  add column try_at timestamptz,
  add column claim text not null default '', -- who has it in hand: a process that was slow finds itself replaced
  add column unsure boolean not null default false, -- its last attempt was not answered, and is asked about before anybody else gets it
  add column result text, -- DELIVERED, FAILED, UNKNOWN; null: not known yet
  add column result_at timestamptz,
  add column reason text not null default '', -- why it failed or waits, in our words
  add column service_id bigint, -- by which provider of the business; null: by the installation's, or none yet
  add column provider text not null default '',
  add column cost_x100 integer, -- hundredths of a fen; null: no price is known
  add column phone_sealed text; -- of one that went out, until its report is there or no longer waited for: some are asked by number
alter table sms_outbox add constraint sms_outbox_channel check (channel in ('SMS', 'VOICE', 'PUSH', 'NOTICE')) not valid;
alter table sms_outbox add constraint sms_outbox_result check (result in ('DELIVERED', 'FAILED', 'UNKNOWN')) not valid;
grant select (channel, once, broadcast_id, text_ref, unsure, result, result_at, reason, service_id, provider, cost_x100) on sms_outbox to app_runtime;

create or replace function forget_messages(prints bytea[], orders bigint[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update sms_outbox set sealed = null, phone_sealed = null, phone_shown = '', phone_print = null, send_before = least(send_before, now())
  where tenant_id = app_tenant() and (phone_print = any (prints) or order_id = any (orders));
  update order_messages set body = '—' where tenant_id = app_tenant() and order_id = any (orders);
$$;

-- What has not gone out of a broadcast never does; what a provider has in hand at that moment is its. Gives how many were stopped.
create function stop_broadcast_messages(of_broadcast bigint) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with stopped as (
    update sms_outbox set send_before = now(), sealed = null, phone = '', body = '', reason = 'STOPPED'
    where tenant_id = app_tenant() and broadcast_id = of_broadcast and sent_at is null and result is null and not unsure and send_before > now()
      and app_all_channels()
    returning 1)
  select count(*)::int from stopped
$$;
revoke execute on function stop_broadcast_messages from public;
grant execute on function stop_broadcast_messages to app_runtime, app_platform;

-- Providers of text messages that a business entered: which, in which order, with which key.
create table sms_services (
  tenant_id bigint not null references tenants,
  service_id bigint generated always as identity,
  provider text not null check (provider in ('ALIYUN', 'TENCENT', 'GATEWAY')),
  name text not null default '',
  url text not null,
  key_id text not null default '',
  sealed_key text not null default '',
  key_last4 text not null default '',
  app_id text not null default '',
  region text not null default '',
  sign_name text not null default '', -- as the provider has it registered
  status_url text not null default '', -- where a gateway says what became of a message
  price_x100 integer check (price_x100 >= 0), -- hundredths of a fen a segment
  daily_quota integer check (daily_quota > 0),
  per_s integer check (per_s > 0),
  rank integer not null,
  enabled boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  primary key (tenant_id, service_id)
);
call private.scope_table('sms_services', channel => '-');

-- Under which code a provider has one of our wordings, and what stands for its variables there, in its order.
create table sms_template_codes (
  tenant_id bigint not null,
  service_id bigint not null,
  text_ref text not null check (text_ref ~ '^[a-z]+:[0-9]+$'),
  code text not null check (code <> ''),
  params text[] not null, -- our variable, or ours=theirs
  sign_name text not null default '', -- empty: the provider's
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (tenant_id, service_id, text_ref),
  foreign key (tenant_id, service_id) references sms_services on delete cascade
);
call private.scope_table('sms_template_codes', channel => '-');

-- Each time that a message was handed to a provider. It stands before the provider is asked: whoever dies in between leaves it unanswered, not unsaid.
create table sms_attempts (
  tenant_id bigint not null,
  sms_id bigint not null,
  number smallint not null,
  service_id bigint, -- null: the installation's
  provider text not null,
  lane text not null,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  outcome text not null default 'GOING' check (outcome in ('GOING', 'TAKEN', 'NOT_TAKEN', 'UNSURE')),
  reason text not null default '', -- in our words
  code text not null default '', -- in the provider's
  biz_id text not null default '',
  segments smallint,
  cost_x100 integer,
  ask_at timestamptz, -- when the provider is asked what became of it
  asks smallint not null default 0,
  report text check (report in ('DELIVERED', 'FAILED')),
  report_reason text not null default '',
  report_code text not null default '',
  reported_at timestamptz,
  primary key (tenant_id, sms_id, number),
  foreign key (tenant_id, sms_id) references sms_outbox on delete cascade
);
create index sms_attempts_began on sms_attempts (tenant_id, began_at);
create index sms_attempts_reported on sms_attempts (tenant_id, reported_at) where reported_at is not null;
create index sms_attempts_ask on sms_attempts (ask_at) where ask_at is not null;
create index sms_attempts_biz on sms_attempts (tenant_id, biz_id) where biz_id <> '';
call private.scope_child('sms_attempts', 'sms_outbox', 'sms_id');
revoke insert, update, delete on sms_attempts from app_runtime;

-- What each provider was given on a day of the city, and what it costs. Zero stands for no city, and for the installation's provider.
create table sms_days (
  tenant_id bigint not null references tenants,
  sms_day_id bigint generated always as identity,
  day date not null,
  city_id bigint not null default 0,
  service_id bigint not null default 0,
  provider text not null,
  messages integer not null default 0,
  segments integer not null default 0,
  cost_x100 bigint not null default 0,
  unpriced integer not null default 0, -- messages without a known price
  delivered integer not null default 0,
  failed integer not null default 0,
  primary key (tenant_id, day, city_id, service_id, provider)
);
call private.scope_table('sms_days', city => 'city_id', channel => '-');
revoke insert, update, delete on sms_days from app_runtime;

-- How much of its quota a provider has used on a day.
create table sms_service_days (
  tenant_id bigint not null,
  service_id bigint not null,
  day date not null,
  taken integer not null default 0,
  primary key (tenant_id, service_id, day),
  foreign key (tenant_id, service_id) references sms_services on delete cascade
);
create index sms_service_days_day on sms_service_days (day);
call private.scope_table('sms_service_days', channel => '-');
revoke insert, update, delete on sms_service_days from app_runtime;
