-- Pictures of orders are looked at for their quality: where and when each was taken, what was found about it, what somebody said of it.
alter table order_files drop constraint order_files_kind_check;
alter table order_files
  add column taken_at timestamptz,
  add column lat double precision,
  add column lng double precision,
  add column accuracy_m integer,
  add column source text, -- who says where and when
  add column thumb_id uuid,
  add column original_id uuid, -- sealed, as the camera made it; `sha256` is of what is in it
  add column original_name text not null default '',
  add column print bytea, -- 256 bits of how light runs over the picture; null: it shows nothing by which it could be known
  add column screened_at timestamptz, -- null: nothing was looked for yet
  add column flags text[] not null default '{}',
  add column away_m integer,
  add column replaces bigint,
  add column verdict text not null default 'NONE',
  add column verdict_reason text,
  add column verdict_note text not null default '',
  add column verdicts smallint not null default 0, -- so many times it counted for its driver
  add column reviewed_by bigint,
  add column reviewed_by_name text not null default '',
  add column reviewed_at timestamptz,
  add column retake_until timestamptz,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();
alter table order_files
  add constraint order_files_kind_check check (kind in ('UNIFORM', 'VEHICLE_BEFORE', 'BEFORE_FRONT', 'BEFORE_REAR', 'BEFORE_LEFT', 'BEFORE_RIGHT', 'INTERIOR', 'ODOMETER',
    'VEHICLE_AFTER', 'AFTER_FRONT', 'AFTER_REAR', 'AFTER_LEFT', 'AFTER_RIGHT', 'AFTER_INTERIOR', 'AFTER_ODOMETER', 'PARKED', 'RECEIPT')) not valid,
  add constraint order_files_verdict_check check (verdict in ('NONE', 'OK', 'BAD', 'RETAKE', 'RETAKEN')) not valid,
  add constraint order_files_source_check check (source in ('CAMERA', 'APP')) not valid,
  add constraint order_files_retake_check check ((verdict = 'RETAKE') = (retake_until is not null)) not valid,
  add constraint order_files_thumb foreign key (tenant_id, thumb_id) references files not valid,
  add constraint order_files_original foreign key (tenant_id, original_id) references files on delete set null (original_id) not valid;

create table order_file_events (
  tenant_id bigint not null,
  file_id bigint not null,
  seq integer not null,
  event text not null,
  from_verdict text,
  to_verdict text not null,
  actor_type text not null,
  actor_id bigint,
  actor_name text not null default '',
  reason text not null default '',
  request_id text not null default '',
  at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, file_id, seq)
);
call private.scope_child('order_file_events', 'order_files', 'file_id');
revoke update, delete on order_file_events from app_runtime, app_platform;

-- The 64 bits by which a picture is known, in four pieces of 16: two pictures of which at most seven bits differ have at least one piece in which
-- at most one does, so that whoever looks for one asks for 68 pieces, and never reads all.
create table order_photo_bands (
  tenant_id bigint not null,
  band integer not null, -- which piece, and its bits
  hash bigint not null,
  file_id bigint not null,
  primary key (tenant_id, band, hash, file_id)
);
call private.scope_child('order_photo_bands', 'order_files', 'file_id');
revoke update on order_photo_bands from app_runtime, app_platform;

-- Two pictures that show the same, the later one first.
create table order_photo_matches (
  tenant_id bigint not null,
  file_id bigint not null,
  other_id bigint not null,
  distance smallint not null, -- of 256 bits so many differ
  same_bytes boolean not null,
  same_order boolean not null,
  same_driver boolean not null,
  found_at timestamptz not null default now(),
  primary key (tenant_id, file_id, other_id),
  check (other_id < file_id)
);
create index order_photo_matches_other on order_photo_matches (tenant_id, other_id);
call private.scope_child('order_photo_matches', 'order_files', 'file_id');
revoke update, delete on order_photo_matches from app_runtime;

-- The pictures of one order as work for reviewers.
create table order_photo_cases (
  tenant_id bigint not null,
  order_id bigint not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'CLEAR', 'WAITING', 'IN_REVIEW', 'DONE')),
  why text[] not null default '{}',
  turn_at timestamptz not null default now(), -- its turn in the queue
  claimed_by bigint,
  claimed_by_name text not null default '',
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references orders (tenant_id, order_id),
  check ((claimed_by is null) = (claimed_until is null)),
  check ((state = 'IN_REVIEW') = (claimed_by is not null))
);
create index order_photo_cases_turn on order_photo_cases (tenant_id, turn_at) where state in ('WAITING', 'IN_REVIEW');
create index order_photo_cases_open on order_photo_cases (created_at) where state = 'OPEN';
create index order_photo_cases_claims on order_photo_cases (claimed_until) where claimed_until is not null;
create index order_photo_cases_made on order_photo_cases (tenant_id, created_at);
call private.scope_child('order_photo_cases', 'orders', 'order_id');
revoke delete on order_photo_cases from app_runtime;

create table order_photo_case_events (
  tenant_id bigint not null,
  order_id bigint not null,
  seq integer not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_type text not null,
  actor_id bigint,
  actor_name text not null default '',
  reason text not null default '',
  request_id text not null default '',
  at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, order_id, seq)
);
call private.scope_child('order_photo_case_events', 'order_photo_cases', 'order_id');
revoke update, delete on order_photo_case_events from app_runtime, app_platform;

-- Pictures on their way, in parts.
create table order_uploads (
  tenant_id bigint not null,
  upload_id uuid not null default gen_random_uuid(),
  order_id bigint not null,
  driver_id bigint not null,
  kind text not null,
  sha256 bytea not null,
  bytes integer not null check (bytes > 0),
  received integer not null default 0 check (received between 0 and bytes),
  taken jsonb not null default '{}', -- where and when, as the telephone says
  replaces bigint,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  primary key (tenant_id, upload_id),
  unique (tenant_id, order_id, driver_id, kind, sha256),
  foreign key (tenant_id, order_id) references orders (tenant_id, order_id),
  foreign key (tenant_id, driver_id) references drivers (tenant_id, driver_id)
);
create index order_uploads_driver on order_uploads (tenant_id, driver_id);
create index order_uploads_age on order_uploads (touched_at);
call private.scope_child('order_uploads', 'orders', 'order_id');

create table order_upload_parts (
  tenant_id bigint not null,
  upload_id uuid not null,
  from_byte integer not null,
  bytes bytea not null,
  primary key (tenant_id, upload_id, from_byte),
  foreign key (tenant_id, upload_id) references order_uploads (tenant_id, upload_id) on delete cascade
);
alter table order_upload_parts alter column bytes set storage external; -- a picture does not get smaller
call private.scope_child('order_upload_parts', 'order_uploads', 'upload_id');

-- What pictures give or take of a driver's experience.
alter table driver_experience drop constraint driver_experience_event_check;
alter table driver_experience add constraint driver_experience_event_check check (event in
  ('ORDER_DONE', 'PEAK_ORDER', 'NIGHT_ORDER', 'PEAK_HOUR', 'PRAISE', 'COMPLAINT', 'PHOTO_OK', 'PHOTO_BAD', 'PHOTO_REVISED', 'CANCEL', 'CANCEL_FORGIVEN')) not valid;
