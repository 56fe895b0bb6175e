-- What customers are told of what they pay ahead, in both languages.
create function private.prepay_texts() returns table (event text, zh text, en text) language sql immutable as $$
  values
    ('PREPAY_DUE', '您的订单（尾号${orderTail}）需先预付${due}元，请在${until}前支付，到账后为您派单。', 'Please pay CNY ${due} in advance for your order ending in ${orderTail} by ${until}. We look for a driver once it has arrived.'),
    ('PREPAY_RECEIVED', '已收到您的订单（尾号${orderTail}）预付款${amount}元，我们会为您安排司机。', 'We received CNY ${amount} in advance for your order ending in ${orderTail} and will arrange your driver.'),
    ('PREPAY_RETURNED', '您的订单（尾号${orderTail}）预付款${amount}元已退回，请留意到账。', 'CNY ${amount} of your prepayment for the order ending in ${orderTail} has been refunded.')
$$;
create or replace function program_message_text(of_event text) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select body from private.english_message_texts() where event = of_event
  union all select en from private.driver_matter_texts() where event = of_event
  union all select en from private.prepay_texts() where event = of_event limit 1
$$;
create or replace function seed_message_texts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into message_texts (tenant_id, event, body, state) select new.tenant_id, s.event, s.body, 'IN_FORCE' from private.standard_message_texts() s
  union all select new.tenant_id, m.event, m.zh, 'IN_FORCE' from private.driver_matter_texts() m
  union all select new.tenant_id, p.event, p.zh, 'IN_FORCE' from private.prepay_texts() p;
  insert into message_texts (tenant_id, event, language, effect, body, state)
  select new.tenant_id, s.event, 'en', 'FOLLOW', s.body, 'IN_FORCE' from private.english_message_texts() s
  union all select new.tenant_id, m.event, 'en', 'FOLLOW', m.en, 'IN_FORCE' from private.driver_matter_texts() m
  union all select new.tenant_id, p.event, 'en', 'FOLLOW', p.en, 'IN_FORCE' from private.prepay_texts() p;
  return new;
end $$;
insert into message_texts (tenant_id, event, body, state)
select t.tenant_id, p.event, p.zh, 'IN_FORCE' from tenants t cross join private.prepay_texts() p;
insert into message_texts (tenant_id, event, language, effect, body, state)
select t.tenant_id, p.event, 'en', 'FOLLOW', p.en, 'IN_FORCE' from tenants t cross join private.prepay_texts() p;
