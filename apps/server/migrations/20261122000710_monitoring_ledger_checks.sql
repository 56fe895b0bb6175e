-- What each check of the ledger found, of all tenants at once: for platform administrators and for metrics.
create table ledger_checks (
  check_id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  duration_ms integer not null,
  -- Null: by itself.
  checked_by bigint,
  sound boolean not null,
  broken integer not null,
  accounts integer not null,
  entries integer not null,
  checked jsonb not null
);
create index on ledger_checks (at desc);
revoke all on ledger_checks from app_runtime;
revoke update, truncate on ledger_checks from app_platform;
