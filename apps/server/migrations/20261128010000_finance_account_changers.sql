-- Who of the back office gave an account, so that somebody else looks at it before they approve or pay what goes there; null: the driver.
alter table driver_payout_accounts
  add column entered_by bigint,
  add column entered_by_name text not null default '',
  add column checked_by bigint,
  add column checked_by_name text not null default '',
  add column checked_at timestamptz;
-- As it was when it was applied for: the driver's account may be another by now.
alter table withdrawals
  add column account_by bigint,
  add column account_by_name text not null default '';
-- The channel said of one that had failed here that it paid it, at this moment.
alter table payout_attempts add column paid_there_at timestamptz;
grant update (paid_there_at) on payout_attempts to app_runtime, app_platform;
