-- The demo world is made in two steps, its rows and then what people and drivers did in it: a first start that was cut off between them is gone on
-- with by the next. What stands was made whole.
alter table installation add column complete boolean not null default true;
grant update (complete) on installation to app_platform;
