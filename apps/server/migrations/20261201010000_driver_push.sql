-- Telephones to which drivers let notices come while the page is closed: one for each session, with it or the driver it is gone. Address and keys
-- are sealed.
create table push_devices (
  tenant_id bigint not null references tenants,
  device_id bigint generated always as identity,
  driver_id bigint not null,
  session_id bigint not null references sessions on delete cascade,
  service text not null, -- host of the push service
  endpoint_print bytea not null, -- by which one is found that somebody else left on the same telephone
  sealed text not null,
  english boolean not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(), -- when its page was last open
  primary key (tenant_id, device_id),
  foreign key (tenant_id, driver_id) references drivers on delete cascade
);
create unique index push_devices_session on push_devices (session_id);
create index push_devices_driver on push_devices (tenant_id, driver_id);
create index push_devices_print on push_devices (tenant_id, endpoint_print);
call private.scope_child('push_devices', 'drivers', 'driver_id');
revoke select on push_devices from app_runtime;
grant select (tenant_id, device_id, driver_id, session_id, service, endpoint_print, english, created_at, seen_at) on push_devices to app_runtime;

-- A message on its way to one device. It is counted before the service is asked, so that whoever dies in between does not ask for ever.
create table pushes (
  tenant_id bigint not null,
  sms_id bigint not null,
  device_id bigint not null, -- it may be gone by now
  service text not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'TAKEN', 'GONE', 'REFUSED', 'GIVEN_UP', 'READ')),
  attempts smallint not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  claim text not null default '', -- who has it in hand
  status smallint, -- HTTP, of the last answer; null: there was none
  failure text not null default '', -- why it was not taken
  at timestamptz not null default clock_timestamp(),
  asked_at timestamptz,
  done_at timestamptz,
  primary key (tenant_id, sms_id, device_id),
  foreign key (tenant_id, sms_id) references sms_outbox on delete cascade
);
create index pushes_due on pushes (due_at) where state = 'WAITING';
call private.scope_child('pushes', 'sms_outbox', 'sms_id');
revoke update, delete on pushes from app_runtime;
