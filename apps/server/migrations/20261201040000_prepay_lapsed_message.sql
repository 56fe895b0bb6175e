-- That an order ended because nobody paid ahead is said to its customer, in both languages. Who paid at the last moment, and whose payment nobody entered yet, is to call.
create or replace function private.prepay_texts() returns table (event text, zh text, en text) language sql immutable as $$
  values
    ('PREPAY_DUE', '您的订单（尾号${orderTail}）需先预付${due}元，请在${until}前支付，到账后为您派单。', 'Please pay CNY ${due} in advance for your order ending in ${orderTail} by ${until}. We look for a driver once it has arrived.'),
    ('PREPAY_RECEIVED', '已收到您的订单（尾号${orderTail}）预付款${amount}元，我们会为您安排司机。', 'We received CNY ${amount} in advance for your order ending in ${orderTail} and will arrange your driver.'),
    ('PREPAY_RETURNED', '您的订单（尾号${orderTail}）预付款${amount}元已退回，请留意到账。', 'CNY ${amount} of your prepayment for the order ending in ${orderTail} has been refunded.'),
    ('PREPAY_LAPSED', '您的订单（尾号${orderTail}）在${until}前未收到预付款，已取消，不收费用。如已支付请联系我们。', 'Your order ending in ${orderTail} was not prepaid by ${until} and is cancelled, free of charge. If you did pay, please call us.')
$$;
insert into message_texts (tenant_id, event, body, state)
select t.tenant_id, p.event, p.zh, 'IN_FORCE' from tenants t cross join private.prepay_texts() p where p.event = 'PREPAY_LAPSED';
insert into message_texts (tenant_id, event, language, effect, body, state)
select t.tenant_id, p.event, 'en', 'FOLLOW', p.en, 'IN_FORCE' from tenants t cross join private.prepay_texts() p where p.event = 'PREPAY_LAPSED';
