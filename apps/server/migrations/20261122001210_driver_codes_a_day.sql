-- How many codes a telephone was sent, and how many wrong ones were tried for it, since a day began for it.
alter table driver_codes
  add column sent_today integer not null default 1,
  add column wrong_today integer not null default 0,
  add column day_from timestamptz not null default now();
