-- Partitions of the operation log are made ahead by a job, one a call, until none is missing. A row that came before its partition lies in
-- operation_logs_rest: it moves into the right one, out of sight of nobody, as all of it becomes visible in one moment.
create function extend_operation_logs(as_of timestamptz default now()) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  month timestamp;
  name text;
  from_at timestamptz;
  to_at timestamptz;
begin
  if not pg_try_advisory_xact_lock(7208118) then return null; end if; -- somebody else does
  select candidate into month
  from (select generate_series(0, 2) as rank, date_trunc('month', as_of at time zone 'UTC') + make_interval(months => generate_series(0, 2)) as candidate
    union all
    select 3, date_trunc('month', at at time zone 'UTC') from operation_logs_rest) wanted
  where to_regclass('operation_logs_' || to_char(candidate, 'YYYYMM')) is null
  order by rank, candidate limit 1;
  if month is null then return null; end if;

  name := 'operation_logs_' || to_char(month, 'YYYYMM');
  from_at := month at time zone 'UTC';
  to_at := (month + interval '1 month') at time zone 'UTC';
  -- Made beside and attached: the log itself is not locked against writing for it.
  execute format('create table %I (like operation_logs including defaults including constraints including indexes)', name);
  execute format('revoke all on %I from app_runtime, app_platform', name);
  execute format('alter table %I add constraint within check (at >= %L and at < %L)', name, from_at, to_at);
  execute format('with moved as (delete from operation_logs_rest where at >= %L and at < %L returning *) insert into %I select * from moved', from_at, to_at, name);
  lock table operation_logs_rest in access exclusive mode;
  -- What was written meanwhile.
  execute format('with moved as (delete from operation_logs_rest where at >= %L and at < %L returning *) insert into %I select * from moved', from_at, to_at, name);
  execute format('alter table operation_logs attach partition %I for values from (%L) to (%L)', name, from_at, to_at);
  execute format('alter table %I drop constraint within', name);
  return name;
end $$;
revoke execute on function extend_operation_logs from public, app_runtime;
grant execute on function extend_operation_logs to app_platform;

-- What a release before this one calls when it starts.
create or replace procedure private.extend_operation_logs() language plpgsql security definer set search_path = public, pg_temp as $$
begin
  while extend_operation_logs() is not null loop end loop;
end $$;
call private.extend_operation_logs();
