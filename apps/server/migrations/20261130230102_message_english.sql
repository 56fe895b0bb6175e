-- What the program says in English.
create function private.english_message_texts() returns table (event text, body text) language sql immutable as $$
  values
    ('DRIVER_CODE', 'Your sign-in code is ${code}. It is valid for ${minutes} minutes. Do not share it.'),
    ('CUSTOMER_CODE', 'Your sign-in code is ${code}. It is valid for ${minutes} minutes. Do not share it.'),
    ('PASSWORD_CODE', 'Code to change your password: ${code}, valid for ${minutes} minutes. If this was not you, share it with nobody and tell your administrator.'),
    ('BIND_CODE', 'Code to set up your authenticator: ${code}, valid for ${minutes} minutes. If this was not you, share it with nobody and tell your administrator.'),
    ('DRIVER_INVITATION', 'You are invited to drive with us. Start here within ${days} days, and do not forward the link: ${link}'),
    ('DRIVER_PAPER_DUE', 'Your ${paper} expires on ${day}, in ${days} days. Please renew it and send us the new one: you cannot take orders after that.'),
    ('DRIVER_PAPER_OVER', 'Your ${paper} expired on ${day} and you cannot take orders. Please renew it; you can go on once we have checked it.'),
    ('DRIVER_INSURANCE_DUE', 'Your ${paper} ends on ${day}, in ${days} days. Please renew it in time so that you can go on duty.'),
    ('DRIVER_INSURANCE_OVER', 'Your ${paper} ended on ${day} and you are off duty. Please contact us to renew it; you can go on duty once it is entered.'),
    ('ORDER_SEARCHING', 'We are looking for a driver for your order ending in ${orderTail}. Please keep your phone at hand.'),
    ('ORDER_ACCEPTED', 'Your driver ${driver} (no. ${driverNo}, tel. ${driverPhone}) is on the way and arrives in about ${minutes} min.'),
    ('ORDER_ACCEPTED_PLAIN', 'Your driver ${driver} (no. ${driverNo}, tel. ${driverPhone}) has accepted your order.'),
    ('ORDER_ARRIVED', 'Your driver ${driver} (no. ${driverNo}) has arrived at the pick-up point.'),
    ('BILL_DUE', 'Your trip (order ending in ${orderTail}) comes to CNY ${total}. Please pay soon.'),
    ('BILL_SHARED', 'Your trip (order ending in ${orderTail}) comes to CNY ${total}, of which you pay CNY ${due}. Please pay soon.'),
    ('BILL_PAID', 'CNY ${total} for your trip (order ending in ${orderTail}) is paid. Thank you for riding with us.'),
    ('ORDER_CANCELLED', 'Your order ending in ${orderTail} is cancelled, free of charge.'),
    ('ORDER_CANCELLED_FEE', 'Your order ending in ${orderTail} is cancelled. The cancellation fee is CNY ${fee}.'),
    ('UNPAID_BILL', 'CNY ${due} for your order ending in ${orderTail} is still unpaid. Please pay soon so that you can order again.'),
    ('UNPAID_FEE', 'The cancellation fee of CNY ${due} for your order ending in ${orderTail} is still unpaid. Please pay soon so that you can order again.'),
    ('ORDER_NOTE', '${note}'),
    ('POINTS_ENDING', '${points} of your points expire on ${day}. Call us to redeem them for coupons.'),
    ('APP_PHOTO_RETAKE', 'The photo "${photo}" of the order ending in ${orderTail} has to be taken again: ${reason}. Please do so by ${until}; after that it counts as failed.'),
    ('APP_PAPER_DUE', 'Your ${paper} expires on ${day}, in ${days} days. Please renew it and send us the new one: you cannot take orders after that.'),
    ('APP_PAPER_OVER', 'Your ${paper} expired on ${day} and you cannot take orders. Please renew it; you can go on once we have checked it.'),
    ('APP_INSURANCE_DUE', 'Your ${paper} ends on ${day}, in ${days} days. Please renew it in time so that you can go on duty.'),
    ('APP_INSURANCE_OVER', 'Your ${paper} ended on ${day} and you are off duty. Please contact us to renew it; you can go on duty once it is entered.'),
    ('APP_LEVEL_UP', 'Congratulations: you moved up from ${fromLevel} to ${level}.'),
    ('APP_LEVEL_DOWN', 'You moved from ${fromLevel} to ${level}. "My level" says why.'),
    ('APP_WITHDRAWAL_PAID', 'Your withdrawal of ¥${amount} has been paid.'),
    ('APP_WITHDRAWAL_RETURNED', 'Your withdrawal of ¥${amount} was not paid; the money is back in your wallet. Reason: ${reason}.')
$$;
create function program_message_text(of_event text) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select body from private.english_message_texts() where event = of_event
$$;
-- Whether any provider that is enabled could send a text: a gateway any, the others what they have registered. Without any provider entered it
-- goes to that of the installation, or waits. Who sees no providers sends messages, too.
create function message_text_carried(of_tenant bigint, of_text bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select not exists (select from sms_services s where s.tenant_id = of_tenant and s.enabled)
    or exists (select from sms_services s where s.tenant_id = of_tenant and s.enabled and (s.provider = 'GATEWAY'
      or exists (select from sms_template_codes c where c.tenant_id = s.tenant_id and c.service_id = s.service_id and c.text_ref = 'text:' || of_text)))
$$;
revoke execute on function program_message_text, message_text_carried from public;
grant execute on function program_message_text, message_text_carried to app_runtime, app_platform;

-- Every tenant begins with the words of the program in both.
create or replace function seed_message_texts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into message_texts (tenant_id, event, body, state) select new.tenant_id, s.event, s.body, 'IN_FORCE' from private.standard_message_texts() s;
  insert into message_texts (tenant_id, event, language, effect, body, state)
  select new.tenant_id, s.event, 'en', 'FOLLOW', s.body, 'IN_FORCE' from private.english_message_texts() s;
  return new;
end $$;
insert into message_texts (tenant_id, event, language, effect, body, state)
select t.tenant_id, s.event, 'en', 'FOLLOW', s.body, 'IN_FORCE' from tenants t cross join private.english_message_texts() s;
