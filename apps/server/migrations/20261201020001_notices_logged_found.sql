-- outside a transaction
-- The message of a notice.
create index concurrently if not exists sms_outbox_notice on sms_outbox (tenant_id, notice_id) where notice_id is not null;
