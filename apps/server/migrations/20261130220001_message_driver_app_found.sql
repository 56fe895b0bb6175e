-- outside a transaction
-- The messages in one driver's app.
create index concurrently if not exists sms_outbox_driver on sms_outbox (tenant_id, driver_id, sms_id) where driver_id is not null;
