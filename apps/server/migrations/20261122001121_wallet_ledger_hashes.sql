-- What was posted before entries left a hash gets it now. Nothing is locked: entries are read, and what is posted meanwhile has its own.
set local role app_platform;
insert into ledger_unsealed (tenant_id, entry_id, content_hash)
select e.tenant_id, e.entry_id, ledger_entry_hash(e) from ledger_entries e
where not exists (select from ledger_seals s where s.tenant_id = e.tenant_id and s.entry_id = e.entry_id)
on conflict do nothing;
reset role;
