-- What was sent through one merchant is asked about there alone: another one's "not found" says nothing.
alter table payout_attempts add column merchant_no text not null default '';
grant update (merchant_no) on payout_attempts to app_runtime, app_platform;
