-- What came to and went from each sort of account on each day, so that what there was on a day is known without every entry since the first.
create table ledger_days (
  tenant_id bigint not null references tenants,
  kind text not null,
  day date not null, -- by China's clock, as banks and channels count
  in_fen bigint not null,
  out_fen bigint not null,
  entries integer not null,
  primary key (tenant_id, kind, day)
);
call private.scope_table('ledger_days', channel => '-');
revoke insert, update, delete on ledger_days from app_runtime;
revoke delete on ledger_days from app_platform;

-- Up to which seal of its chain a tenant's entries are in these sums. Seals come in the order of being posted, whatever day an entry is of, so
-- that one posted late is counted into its day as any other.
create table ledger_day_marks (
  tenant_id bigint primary key references tenants,
  seq bigint not null
);
call private.scope_table('ledger_day_marks', channel => '-');
revoke insert, update, delete on ledger_day_marks from app_runtime;
revoke delete on ledger_day_marks from app_platform;

-- Whoever reads the sums adds what is not in them yet.
grant select (tenant_id, seq, entry_id) on ledger_seals to app_runtime;
grant select (tenant_id, entry_id) on ledger_unsealed to app_runtime;
