-- What is written once is so for every role that serves requests; which tables and columns, says apps/server/src/platform/append-only.ts.
revoke update, delete on order_events, withdrawal_events, order_payments from app_platform;
revoke delete on withdrawals from app_platform;
revoke update, delete on enterprise_top_ups from app_platform;
grant update (reversed_at, reversed_by, reversed_by_name, reverse_reason) on enterprise_top_ups to app_platform;
revoke update, delete on ledger_accounts from app_platform;
grant update (balance_fen, version, status) on ledger_accounts to app_platform;
