-- outside a transaction
-- What is removed after its time is found by it. `fee_quotes` and `idempotency_keys` have theirs.
create index concurrently if not exists cancel_quotes_age on cancel_quotes (created_at);
create index concurrently if not exists dispatch_rounds_age on dispatch_rounds (started_at);
create index concurrently if not exists dispatch_searches_age on dispatch_searches (ended_at) where ended_at is not null;
create index concurrently if not exists driver_checks_age on driver_checks (at);
create index concurrently if not exists notice_reads_age on notice_reads (at);
create index concurrently if not exists notices_age on notices (at);
create index concurrently if not exists offers_age on offers (sent_at);
create index concurrently if not exists password_links_age on password_links (expires_at);
create index concurrently if not exists sessions_age on sessions (ended_at) where ended_at is not null;
create index concurrently if not exists sign_in_failures_age on sign_in_failures (at);
create index concurrently if not exists sms_outbox_age on sms_outbox (created_at);
create index concurrently if not exists team_queue_age on team_queue_entries (left_at) where left_at is not null;
