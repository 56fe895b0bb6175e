-- How a customer came by a right, and who took it back.
alter table right_grants
  add column way text not null default 'HAND',
  add column granted_by_name text not null default '',
  add column revoked_at timestamptz,
  add column revoked_by_name text not null default '',
  add column revoke_reason text not null default '';
