-- outside a transaction
-- What is to be sent, and the messages to one telephone.
create index concurrently if not exists sms_outbox_due on sms_outbox (created_at) where sent_at is null and sealed is not null;
create index concurrently if not exists sms_outbox_phone on sms_outbox (tenant_id, phone_print) where phone_print is not null;
