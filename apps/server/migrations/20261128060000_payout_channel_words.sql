-- Why a payment failed in the channel's own words (户名不符), where it gives some beside its code.
alter table payout_attempts add column said text not null default '';
grant update (said) on payout_attempts to app_runtime, app_platform;
