-- What each server process says of itself, every few seconds; a crash may lose it.
create unlogged table processes (
  instance text primary key,
  host text not null,
  pid integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  state jsonb not null
);
revoke all on processes from app_runtime;

-- Lets the screen show the statements of the serving roles. Where the owner may not give this, it shows what PostgreSQL shows to anyone.
do $$
begin
  grant pg_read_all_stats to app_platform;
exception when insufficient_privilege then
  raise notice 'pg_read_all_stats is not given';
end $$;
