-- Who refuses advertising is not reminded of points either, also where the message waits in the outbox already.
create or replace function take_out_marketing(sms bigint[], prints bytea[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update sms_outbox set send_before = now(), sealed = null, reason = 'OPTED_OUT'
  where tenant_id = app_tenant() and purpose in ('BROADCAST', 'CUSTOMER_POINTS') and (sms_id = any (sms) or phone_print = any (prints))
    and sent_at is null and result is null and not unsure and send_before > now();
$$;
