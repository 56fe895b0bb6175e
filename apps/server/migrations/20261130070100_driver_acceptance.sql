-- How drivers answered what they were offered, day by day of their city: counted from the offers, each once. Who was asked while nothing is held
-- against the city's drivers, and did not take it, is counted apart (`spared`); what was taken back before anybody answered is counted nowhere.
create table driver_acceptance_days (
  tenant_id bigint not null,
  driver_id bigint not null,
  day date not null,
  accepted integer not null default 0 check (accepted >= 0),
  rejected integer not null default 0 check (rejected >= 0),
  expired integer not null default 0 check (expired >= 0),
  spared integer not null default 0 check (spared >= 0),
  first_at timestamptz not null, -- of the day's offers
  primary key (tenant_id, driver_id, day),
  foreign key (tenant_id, driver_id) references drivers (tenant_id, driver_id)
);
create index driver_acceptance_days_at on driver_acceptance_days (first_at);
call private.scope_child('driver_acceptance_days', 'drivers', 'driver_id');
revoke insert, update, delete on driver_acceptance_days from app_runtime;

-- Up to when offers were counted, by when they were sent; moved together with what it counts, so that none is counted twice or left out.
create table driver_acceptance_counted (
  one boolean primary key default true check (one),
  until timestamptz not null
);
insert into driver_acceptance_counted (until) values (now() - interval '30 days');
revoke all on driver_acceptance_counted from app_runtime;
