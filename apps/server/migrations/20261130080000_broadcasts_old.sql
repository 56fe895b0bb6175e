-- outside a transaction
-- Broadcasts that ended three years ago are found by when they ended.
create index concurrently if not exists broadcasts_ended on broadcasts (ended_at);
