-- Groups of customers have prices and teams of their own.
alter table price_templates drop constraint price_templates_owner_type_check;
alter table price_templates add constraint price_templates_owner_type_check check (owner_type in ('CITY', 'ENTERPRISE', 'FENCE', 'PARTNER', 'GROUP'));
alter table order_teams add column group_ids bigint[] not null default '{}';
alter table order_teams drop constraint order_teams_check;
alter table order_teams add constraint order_teams_for_somebody check (channel_ids <> '{}' or customer_ids <> '{}' or group_ids <> '{}' or fence is not null);

-- Whoever is on the line with a telephone of a customer who went into another sees the one that stays.
create or replace function app_caller() returns text language sql stable parallel safe
  as $$ select case when nullif(current_setting('app.caller', true), '') is not null then main_phone(current_setting('app.caller', true)) end $$;

-- A person who asks to be forgotten goes from what requests may not change: messages sent, codes tried, lists brought in.
create function forget_phones(phones text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update sms_outbox set phone = '', body = '', send_before = least(send_before, now()) where tenant_id = app_tenant() and phone = any (phones);
  delete from redeem_guesses where tenant_id = app_tenant() and phone = any (phones);
  update import_rows set cells = '{}' where tenant_id = app_tenant() and cells && phones;
$$;
revoke execute on function forget_phones from public;
grant execute on function forget_phones to app_runtime, app_platform;
