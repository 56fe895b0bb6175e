-- Notices of the console stand in the log of messages beside text messages and those in drivers' apps.
alter table sms_outbox
  add column notice_id bigint,
  add column to_user_id bigint; -- for one person alone; null: for everybody of the scope
grant select (notice_id, to_user_id) on sms_outbox to app_runtime;
