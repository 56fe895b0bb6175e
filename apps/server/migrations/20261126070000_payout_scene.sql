-- What a merchant's transfers are for, as the merchant platform granted it, and from which of its accounts they go: until now pay for work, out of
-- the account for that, which is what an older process goes on with.
alter table app_pays
  add column scene jsonb not null default '{"id": "1005", "reports": [{"type": "岗位类型", "content": "代驾司机"}, {"type": "报酬说明", "content": "代驾服务报酬"}]}',
  add column account text not null default 'OPERATION' check (account in ('BASIC', 'OPERATION', 'FEES'));

-- The app as the channel knows it, beside the merchant: with both the driver's app opens the page to confirm on.
alter table payout_attempts add column app_id text not null default '';
grant update (app_id) on payout_attempts to app_runtime, app_platform;
