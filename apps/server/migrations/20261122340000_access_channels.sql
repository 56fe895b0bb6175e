-- Channels are made on a screen: who is asked at the partner, how is settled, where its orders come from.
alter table channels
  add column contact_name text not null default '',
  add column contact_phone text not null default '',
  add column settlement text not null default '',
  add column city_ids bigint[] not null default '{}', -- empty: every city
  add column version integer not null default 1,
  add column created_by bigint,
  add column updated_at timestamptz not null default now(),
  add column updated_by bigint;
