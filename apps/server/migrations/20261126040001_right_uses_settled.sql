-- outside a transaction
-- A trial of the rules of the audit reads past uses by when they were made.
create index concurrently if not exists right_uses_settled on right_uses (tenant_id, settled_at desc) where state in ('USED', 'AUDIT_FAILED');
