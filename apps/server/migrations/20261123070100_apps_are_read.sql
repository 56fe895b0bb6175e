-- Clients of drivers answer to an app: which one they are that name none. An app that exists is nobody's default, so that nothing changes for
-- drivers until somebody says so.
alter table apps add column driver_default boolean not null default false;
create unique index apps_driver_default on apps (tenant_id) where driver_default;

-- What WeChat Pay asks of a merchant that pays out, besides number, APIv3 key (secret) and private key (sign_secret). An older process writes
-- none of it and leaves what stands.
alter table app_pays
  add column channel_app_id text not null default '', -- the app as the channel knows it: what an openId belongs to
  add column cert_serial text not null default '', -- of the merchant's certificate, hexadecimal
  add column platform_key_id text not null default '', -- of the key that the channel signs with
  add column platform_key text not null default '', -- the channel's public key, PEM
  add column base_url text not null default ''; -- empty: the channel's own
