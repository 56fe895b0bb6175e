-- outside a transaction
-- What is due in each lane (sms-lanes.ts has the same conditions), and the messages of a broadcast.
create index concurrently if not exists sms_outbox_due_codes on sms_outbox ((coalesce(try_at, least(next_attempt_at, due_at))))
  where sent_at is null and result is null and not unsure and (sealed is not null or phone <> '') and purpose in ('DRIVER_CODE', 'ACCOUNT_CODE');
create index concurrently if not exists sms_outbox_due_rest on sms_outbox ((coalesce(try_at, least(next_attempt_at, due_at))))
  where sent_at is null and result is null and not unsure and (sealed is not null or phone <> '') and purpose not in ('DRIVER_CODE', 'ACCOUNT_CODE', 'BROADCAST');
create index concurrently if not exists sms_outbox_due_bulk on sms_outbox ((coalesce(try_at, least(next_attempt_at, due_at))))
  where sent_at is null and result is null and not unsure and (sealed is not null or phone <> '') and purpose = 'BROADCAST';
create index concurrently if not exists sms_outbox_broadcast on sms_outbox (tenant_id, broadcast_id) where broadcast_id is not null;
create index concurrently if not exists sms_outbox_waits_for_report on sms_outbox (created_at) where phone_sealed is not null;
