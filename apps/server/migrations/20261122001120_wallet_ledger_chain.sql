-- Who owns the database can rewrite history consistently: amounts, balances and all. So each entry leaves the hash of its content when it is
-- posted, and the hashes are made a chain afterwards, in which each holds the one before it (docs/adr/0016).
create function ledger_entry_hash(entry ledger_entries) returns bytea language sql stable set search_path = public, pg_temp as $$
  select sha256(convert_to(jsonb_build_array(1, entry.tenant_id, entry.entry_id, entry.business_type, entry.business_id, entry.step,
    extract(epoch from entry.at), entry.actor_type, entry.actor_id, entry.reversal_of, entry.memo,
    (select jsonb_agg(jsonb_build_array(l.line_no, l.account_id, a.owner_type, a.owner_id, a.kind, a.currency, l.side, l.amount_fen,
        l.account_version, l.balance_after_fen) order by l.line_no)
      from ledger_lines l join ledger_accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id
      where l.tenant_id = entry.tenant_id and l.entry_id = entry.entry_id))::text, 'UTF8'))
$$;

-- Posted, and not in the chain yet: a queue.
create table ledger_unsealed (
  tenant_id bigint not null,
  entry_id bigint not null,
  content_hash bytea not null,
  primary key (tenant_id, entry_id)
);
call private.scope_table('ledger_unsealed', channel => '-');
revoke select, update, delete on ledger_unsealed from app_runtime;
revoke update on ledger_unsealed from app_platform;

create table ledger_seals (
  tenant_id bigint not null,
  seq bigint not null, -- 1, 2, 3 … within the tenant
  entry_id bigint not null,
  content_hash bytea not null,
  chain_hash bytea not null, -- of the chain_hash before it and the content_hash
  sealed_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, seq),
  unique (tenant_id, entry_id)
);
call private.scope_table('ledger_seals', channel => '-');
revoke all on ledger_seals from app_runtime;
revoke update, delete on ledger_seals from app_platform;

-- The ends of the chains that a check saw: [{tenant, seq, hash}]. A later check looks whether they are still there.
alter table ledger_checks add column heads jsonb not null default '[]';

-- An entry's lines come in one statement. As a trigger, so that what an older process or another hand posts leaves its hash too.
create function private.hash_ledger_lines() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into ledger_unsealed (tenant_id, entry_id, content_hash)
  select e.tenant_id, e.entry_id, ledger_entry_hash(e)
  from (select distinct tenant_id, entry_id from made) m join ledger_entries e on e.tenant_id = m.tenant_id and e.entry_id = m.entry_id
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_lines_hash after insert on ledger_lines referencing new table as made
  for each statement execute function private.hash_ledger_lines();
