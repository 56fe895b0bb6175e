-- Roles, scope settings and the one place where row level security is written.
create schema if not exists private;
revoke all on schema private from public;
create table private.secrets (name text primary key, value text not null);

do $$
begin
  if not exists (select from pg_roles where rolname = 'app_runtime') then create role app_runtime nologin nobypassrls; end if;
  if not exists (select from pg_roles where rolname = 'app_platform') then create role app_platform nologin nobypassrls; end if;
exception when duplicate_object or unique_violation then null; -- another database of this cluster made them in the same moment
end $$;
grant usage on schema public to app_runtime, app_platform;
alter default privileges in schema public grant select, insert, update, delete on tables to app_runtime, app_platform;
alter default privileges in schema public grant usage, select on sequences to app_runtime, app_platform;
alter default privileges in schema public grant execute on functions to app_runtime, app_platform;

-- What the session may see. A setting that was never made reads as null, and null shows no row.
create function app_tenant() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant_id', true), '')::bigint $$;
create function app_all_cities() returns boolean language sql stable parallel safe
  as $$ select current_setting('app.cities', true) = '*' $$;
create function app_cities() returns bigint[] language sql stable parallel safe
  as $$ select case when current_setting('app.cities', true) like '{%' then current_setting('app.cities', true)::bigint[] end $$;
create function app_all_orgs() returns boolean language sql stable parallel safe
  as $$ select current_setting('app.orgs', true) = '*' $$;
create function app_orgs() returns bigint[] language sql stable parallel safe
  as $$ select case when current_setting('app.orgs', true) like '{%' then current_setting('app.orgs', true)::bigint[] end $$;
create function app_all_channels() returns boolean language sql stable parallel safe
  as $$ select current_setting('app.channel', true) = '*' $$;
create function app_channel() returns bigint language sql stable parallel safe
  as $$ select case when current_setting('app.channel', true) ~ '^[0-9]+$' then current_setting('app.channel', true)::bigint end $$;
create function app_user() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.user', true), '')::bigint $$;
-- The one telephone whose owner is on the line with the operator.
create function app_caller() returns text language sql stable parallel safe
  as $$ select nullif(current_setting('app.caller', true), '') $$;

-- Puts a table under the tenant and, where it has such columns, city, organisation and channel scope.
-- The sub-selects make PostgreSQL read each setting once a statement, not once a row.
-- `own`: a row whose column names a user is that user's alone. `extra`: an expression that shows a row besides.
create procedure private.scope_table(table_name text, city text default null, org text default null, channel text default null, own text default null, extra text default null)
language plpgsql as $$
declare
  rule text := 'tenant_id = (select app_tenant())';
  narrow text := '';
begin
  if city is not null then
    narrow := narrow || format(' and ((select app_all_cities()) or %I = any ((select app_cities())::bigint[]))', city);
  end if;
  if org is not null then
    narrow := narrow || format(' and ((select app_all_orgs()) or %I = any ((select app_orgs())::bigint[]))', org);
  end if;
  if channel = '-' then -- partners see none of these rows
    narrow := narrow || ' and (select app_all_channels())';
  elsif channel is not null then
    narrow := narrow || format(' and ((select app_all_channels()) or %I = (select app_channel()))', channel);
  end if;
  if own is not null then
    narrow := format(' and ((%1$I is null%2$s) or %1$I = (select app_user()))', own, narrow);
  end if;
  if extra is not null then narrow := format(' and ((true%s) or (%s))', narrow, extra); end if;
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy scope on %I to app_runtime using (%s) with check (%s)', table_name, rule || narrow, rule || narrow);
  execute format('create policy platform on %I to app_platform using (true) with check (true)', table_name);
end $$;

-- Rows that hang on another row: seen exactly where that row is seen, written within the tenant.
create procedure private.scope_child(table_name text, parent text, key text)
language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy scope on %1$I to app_runtime using (tenant_id = (select app_tenant()) and exists (select from %2$I parent where parent.tenant_id = %1$I.tenant_id and parent.%3$I = %1$I.%3$I)) with check (tenant_id = (select app_tenant()))', table_name, parent, key);
  execute format('create policy platform on %I to app_platform using (true) with check (true)', table_name);
end $$;
