-- Which of a program's migrations this database lacks: asked by /readyz, which serves as a role that does not see `private`.
create function missing_migrations(wanted text[]) returns text[] language sql stable security definer set search_path = pg_catalog, pg_temp
  as $$ select array(select unnest(wanted) except select name from private.migrations) $$;
revoke all on function missing_migrations from public, app_runtime;
