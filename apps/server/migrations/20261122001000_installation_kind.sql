-- Whether this is the demo world, whose passwords and driver code everybody knows, or a real installation. Written once: by whoever
-- fills the demo world, in the same transaction, or by the first start of a real one. Nobody who serves requests can change it.
create table installation (
  sole boolean primary key default true check (sole),
  kind text not null check (kind in ('DEMO', 'REAL')),
  since timestamptz not null default now()
);
revoke all on installation from app_runtime;
revoke update, delete on installation from app_platform;
