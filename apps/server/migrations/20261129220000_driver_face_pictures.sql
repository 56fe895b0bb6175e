-- What a service said of a picture besides, and the picture, sealed, for some days.
alter table driver_checks add column score_bp integer, add column live boolean;

create table driver_face_pictures (
  tenant_id bigint not null,
  check_id bigint not null,
  driver_id bigint not null,
  sealed text not null, -- a JPEG
  at timestamptz not null default now(),
  primary key (tenant_id, check_id),
  foreign key (tenant_id, check_id) references driver_checks (tenant_id, check_id) on delete cascade,
  foreign key (tenant_id, driver_id) references drivers (tenant_id, driver_id)
);
create index driver_face_pictures_driver on driver_face_pictures (tenant_id, driver_id);
create index driver_face_pictures_age on driver_face_pictures (at);
call private.scope_child('driver_face_pictures', 'drivers', 'driver_id');
revoke update on driver_face_pictures from app_runtime;

-- What a driver agreed to, and when they took it back. Nothing is taken out: it says that a picture was rightly taken.
create table driver_face_consents (
  tenant_id bigint not null,
  driver_id bigint not null,
  given_at timestamptz not null default clock_timestamp(),
  words_version integer not null,
  withdrawn_at timestamptz,
  primary key (tenant_id, driver_id, given_at),
  foreign key (tenant_id, driver_id) references drivers (tenant_id, driver_id),
  check (withdrawn_at >= given_at)
);
create unique index driver_face_consents_one on driver_face_consents (tenant_id, driver_id) where withdrawn_at is null;
call private.scope_child('driver_face_consents', 'drivers', 'driver_id');
revoke update, delete on driver_face_consents from app_runtime, app_platform;
grant update (withdrawn_at) on driver_face_consents to app_runtime, app_platform;
