-- A message lies in the outbox sealed, with what the log shows of it beside: no telephone whole, no word of a code.
alter table sms_outbox
  add column event text not null default '', -- empty: of a program before this
  add column city_id bigint, -- null: of an account, or of a program before this
  add column order_id bigint,
  add column sealed text, -- telephone and text; null once it went out or is worth nothing
  add column phone_shown text not null default '',
  add column phone_print bytea, -- by which it is found, and forgotten
  add column segments smallint not null default 1,
  -- Of a sealed message, when it is to be tried. An older process, which could not open it, does not come upon it: its own time is never.
  add column due_at timestamptz;
alter table sms_outbox alter column phone set default '';
alter table sms_outbox alter column body set default '';

-- Who has some city sees what became of messages there; whoever serves requests still reads no text and no number.
drop policy scope on sms_outbox;
create policy scope on sms_outbox to app_runtime
  using (tenant_id = (select app_tenant()) and (select app_all_channels()) and ((select app_all_cities()) or city_id is null or city_id = any ((select app_cities())::bigint[])))
  with check (tenant_id = (select app_tenant()) and (select app_all_channels()));
grant select (event, purpose, city_id, order_id, phone_shown, phone_print, segments, created_at) on sms_outbox to app_runtime;

-- A person who asks to be forgotten goes from sealed messages, too, and what they were told of their orders, which may name them.
create function forget_messages(prints bytea[], orders bigint[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update sms_outbox set sealed = null, phone_shown = '', phone_print = null, send_before = least(send_before, now())
  where tenant_id = app_tenant() and (phone_print = any (prints) or order_id = any (orders));
  update order_messages set body = '—' where tenant_id = app_tenant() and order_id = any (orders);
$$;
revoke execute on function forget_messages from public;
grant execute on function forget_messages to app_runtime, app_platform;
