-- A person who asks to be forgotten goes from files, too: those that were made of lists before, and what imports refused. Whoever needs one makes it anew.
create function forget_files() returns void
language sql security definer set search_path = public, pg_temp as $$
  update files set expire_at = now() where tenant_id = app_tenant() and kind in ('EXPORT', 'IMPORT') and expire_at > now();
  update exports set expires_at = now() where tenant_id = app_tenant() and expires_at > now();
  update jobs set cancel_asked_at = now() where tenant_id = app_tenant() and kind = 'operations.export' and state = 'RUNNING' and cancel_asked_at is null;
$$;
revoke execute on function forget_files from public;
grant execute on function forget_files to app_runtime, app_platform;
