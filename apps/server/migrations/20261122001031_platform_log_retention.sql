-- The log is append-only for everyone who serves requests: whole months go, by the owner's hand, and none that the law still wants.
create function drop_operation_logs(keep_months integer) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  name text;
  oldest text := 'operation_logs_' || to_char(date_trunc('month', now() at time zone 'UTC') - make_interval(months => greatest(keep_months, 6)), 'YYYYMM');
begin
  select c.relname into name from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'operation_logs'::regclass and c.relname ~ '^operation_logs_[0-9]{6}$' and c.relname < oldest
  order by c.relname limit 1;
  if name is not null then execute format('drop table %I', name); end if;
  return name;
end $$;
revoke execute on function drop_operation_logs from public, app_runtime;
grant execute on function drop_operation_logs to app_platform;
