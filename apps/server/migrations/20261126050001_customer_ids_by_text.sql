-- Whom a text finds: the keys narrow it down in the index, the text decides while the row is at hand. The function of the keys alone stays for
-- processes of before.
create function customer_ids(wanted integer[], pattern text, most integer) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select customer_id from customer_search
  where tenant_id = app_tenant() and app_all_channels() and keys @> wanted and searched like pattern
  limit most
$$;
revoke execute on function customer_ids(integer[], text, integer) from public;
grant execute on function customer_ids(integer[], text, integer) to app_runtime, app_platform;
