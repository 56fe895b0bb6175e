-- Whoever writes a notice writes its message, in the same transaction: an older process beside this one, too. Nobody sends it: it is there.
create function private.log_notice() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into sms_outbox (tenant_id, purpose, channel, event, city_id, order_id, notice_id, to_user_id, segments, created_at, sent_at, send_before, due_at, next_attempt_at)
  values (new.tenant_id, 'CONSOLE', 'NOTICE', new.kind, new.city_id, new.order_id, new.notice_id, new.user_id, 0, new.at, new.at, 'infinity', 'infinity', 'infinity');
  return null;
end $$;
create trigger logged after insert on notices for each row execute function private.log_notice();

-- The first who reads it marks it as read. One that somebody else marks at this moment is theirs to mark: nobody waits for another's bell.
create function private.log_notice_read() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sms_outbox o set result = 'DELIVERED', result_at = now(), read_at = now()
  from (select s.tenant_id, s.sms_id from made m join sms_outbox s on s.tenant_id = m.tenant_id and s.notice_id = m.notice_id
        where s.read_at is null for update of s skip locked) unread
  where o.tenant_id = unread.tenant_id and o.sms_id = unread.sms_id;
  return null;
end $$;
create trigger logged after insert on notice_reads referencing new table as made for each statement execute function private.log_notice_read();
revoke execute on function private.log_notice, private.log_notice_read from public;

-- Who has read a notice that stands in the log, and when: for whoever sees it there. Elsewhere each sees their own reading alone.
create function notice_readers(of_message bigint) returns table (user_id bigint, at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.user_id, r.at from sms_outbox o join notice_reads r on r.tenant_id = o.tenant_id and r.notice_id = o.notice_id
  where o.tenant_id = app_tenant() and o.sms_id = of_message and app_all_orgs() and app_all_channels()
    and (app_all_cities() or o.city_id = any (app_cities()))
  order by r.at limit 200
$$;
revoke execute on function notice_readers from public;
grant execute on function notice_readers to app_runtime, app_platform;
