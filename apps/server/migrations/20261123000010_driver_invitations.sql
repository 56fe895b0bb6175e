-- A driver is invited by a link in a text message, which signs them in once. One row a driver: a newer link replaces the earlier one.
create table driver_invitations (
  tenant_id bigint not null,
  driver_id bigint not null,
  token_hash bytea not null unique,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  sent_by bigint not null,
  primary key (tenant_id, driver_id),
  foreign key (tenant_id, driver_id) references drivers (tenant_id, driver_id)
);
create index driver_invitations_expire on driver_invitations (expires_at);
call private.scope_child('driver_invitations', 'drivers', 'driver_id');
