-- A person who asks to be forgotten also goes from lists in which their telephone stands as people type it: with spaces, dashes or the country's code.
create or replace function forget_phones(phones text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update sms_outbox set phone = '', body = '', send_before = least(send_before, now()) where tenant_id = app_tenant() and phone = any (phones);
  delete from redeem_guesses where tenant_id = app_tenant() and phone = any (phones);
  update import_rows set cells = '{}' where tenant_id = app_tenant() and exists (
    select from unnest(cells) as cell where length(cell) between 10 and 40
      and right(regexp_replace(cell, '\D', '', 'g'), 10) = any (select right(phone, 10) from unnest(phones) as phone where phone ~ '^\d{10,}$'));
$$;
