-- outside a transaction
-- What is to be taken out because its time is over, the messages to one telephone and of one order, and those that nobody got.
create index concurrently if not exists sms_outbox_full on sms_outbox (send_before) where sealed is not null or phone <> '';
create index concurrently if not exists sms_outbox_phone on sms_outbox (tenant_id, phone_print) where phone_print is not null;
create index concurrently if not exists sms_outbox_order on sms_outbox (tenant_id, order_id) where order_id is not null;
create index concurrently if not exists sms_outbox_unsent_phone on sms_outbox (created_at) where phone_print is not null and sent_at is null;
