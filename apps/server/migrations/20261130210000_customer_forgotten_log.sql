-- Of who is erased the log keeps that they did something and when: not from which address, nor what they typed. It is the owner's to change.
create function forget_own_log(customers bigint[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update operation_logs set ip = '', input = null, before = null, after = null
  where tenant_id = app_tenant() and actor_type = 'CUSTOMER' and actor_id = any (customers);
$$;
revoke execute on function forget_own_log from public;
grant execute on function forget_own_log to app_runtime, app_platform;
