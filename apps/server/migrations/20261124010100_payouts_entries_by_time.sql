-- outside a transaction
-- What an account held on a day is told from the entries since.
create index concurrently if not exists ledger_entries_at on ledger_entries (tenant_id, at);
