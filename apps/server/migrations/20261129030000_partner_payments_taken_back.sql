-- allowed: statements and payments of partners are a dozen a channel and year
-- A payment entered by mistake is taken back and stays; a month below zero is paid back, or pays for one above it.
alter table partner_payments
  add column kind text not null default 'RECEIVED' check (kind in ('RECEIVED', 'REFUNDED', 'OFFSET')),
  add column from_statement_id bigint,
  add column reversed_at timestamptz,
  add column reversed_by bigint,
  add column reversed_by_name text not null default '',
  add column reverse_reason text not null default '',
  add foreign key (tenant_id, from_statement_id) references partner_statements (tenant_id, partner_statement_id),
  add check ((kind = 'OFFSET') = (from_statement_id is not null)),
  add check ((reversed_at is null) = (reversed_by is null)),
  drop constraint partner_payments_tenant_id_reference_key;
create unique index partner_payments_reference on partner_payments (tenant_id, reference) where reversed_at is null and kind <> 'OFFSET';
create index partner_payments_from on partner_payments (tenant_id, from_statement_id) where from_statement_id is not null;
grant update (reversed_at, reversed_by, reversed_by_name, reverse_reason) on partner_payments to app_runtime, app_platform;

alter table partner_statements
  drop constraint partner_statements_check,
  add check (paid_fen between least(total_fen, 0) and greatest(total_fen, 0) or paid_fen = 0);
