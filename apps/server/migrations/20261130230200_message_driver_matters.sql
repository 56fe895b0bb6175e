-- What drivers are told besides: whether they may drive, their faces, appeals, exams and claims. In both languages.
create function private.driver_matter_texts() returns table (event text, zh text, en text) language sql immutable as $$
  values
    ('APP_SUSPENDED', '公司已暂停您接单，原因：${reason}。如有疑问请联系公司。', 'You may not take orders for now. Reason: ${reason}. Please contact us with any questions.'),
    ('APP_REINSTATED', '您的接单资格已恢复，各项检查合格后即可上线。', 'You may take orders again: go on duty once all checks are in order.'),
    ('APP_FACE_LOCKED', '人脸核验连续未通过，已暂时锁定，${until}后可以再试。', 'The face check failed too often in a row and is locked. You can try again after ${until}.'),
    ('APP_FACE_OPEN', '人脸核验已解除锁定，现在可以再试。', 'The face check is unlocked: you can try again now.'),
    ('APP_APPEAL_GRANTED', '订单（尾号${orderTail}）：您的${matter}已通过。处理说明：${reason}', 'Order ending in ${orderTail}: your ${matter} was granted. Note: ${reason}'),
    ('APP_APPEAL_REFUSED', '订单（尾号${orderTail}）：您的${matter}未通过。处理说明：${reason}', 'Order ending in ${orderTail}: your ${matter} was not granted. Note: ${reason}'),
    ('APP_EXAM_PASSED', '您已通过“${exam}”，公司要求的考试已全部通过。', 'You passed "${exam}": you have now passed every exam that is asked of you.'),
    ('APP_EXAM_ASKED', '公司要求您参加考试“${exam}”，通过后才能上线接单。', 'You are asked to take the exam "${exam}": you can go on duty once you have passed it.'),
    ('APP_CLAIM_FILED', '您报告的出险（保单${policyNo}）已报保险公司。', 'What you reported (policy ${policyNo}) is with the insurer now.'),
    ('APP_CLAIM_PAID', '您报告的出险（保单${policyNo}）已赔付${amount}元。', 'The insurer paid ¥${amount} for what you reported (policy ${policyNo}).'),
    ('APP_CLAIM_REFUSED', '您报告的出险（保单${policyNo}）未获赔付，原因：${reason}', 'What you reported (policy ${policyNo}) was not paid for. Reason: ${reason}'),
    ('APP_CLAIM_REOPENED', '您报告的出险（保单${policyNo}）已重新提交保险公司，原因：${reason}', 'What you reported (policy ${policyNo}) is with the insurer again. Reason: ${reason}')
$$;
create or replace function program_message_text(of_event text) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select body from private.english_message_texts() where event = of_event
  union all select en from private.driver_matter_texts() where event = of_event limit 1
$$;
create or replace function seed_message_texts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into message_texts (tenant_id, event, body, state) select new.tenant_id, s.event, s.body, 'IN_FORCE' from private.standard_message_texts() s
  union all select new.tenant_id, m.event, m.zh, 'IN_FORCE' from private.driver_matter_texts() m;
  insert into message_texts (tenant_id, event, language, effect, body, state)
  select new.tenant_id, s.event, 'en', 'FOLLOW', s.body, 'IN_FORCE' from private.english_message_texts() s
  union all select new.tenant_id, m.event, 'en', 'FOLLOW', m.en, 'IN_FORCE' from private.driver_matter_texts() m;
  return new;
end $$;
insert into message_texts (tenant_id, event, body, state)
select t.tenant_id, m.event, m.zh, 'IN_FORCE' from tenants t cross join private.driver_matter_texts() m;
insert into message_texts (tenant_id, event, language, effect, body, state)
select t.tenant_id, m.event, 'en', 'FOLLOW', m.en, 'IN_FORCE' from tenants t cross join private.driver_matter_texts() m;

-- Each time a driver's face check was locked, and whether they were told that it is open again.
create table driver_face_locks (
  tenant_id bigint not null,
  driver_id bigint not null,
  locked_until timestamptz not null,
  ended_at timestamptz, -- when it was seen to be over
  primary key (tenant_id, driver_id, locked_until)
);
create index driver_face_locks_until on driver_face_locks (locked_until);
call private.scope_child('driver_face_locks', 'drivers', 'driver_id');
