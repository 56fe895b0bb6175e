-- outside a transaction
-- What providers reported of a broadcast, the newest apart from the rest.
create index concurrently if not exists sms_outbox_broadcast_results on sms_outbox (tenant_id, broadcast_id, result_at) where broadcast_id is not null and result is not null;
