-- Why a version of a setting was made, and who made a version of a price template under the name they had then.
alter table dispatch_settings add column reason text not null default '';
alter table cancel_rules add column reason text not null default '';
alter table price_templates add column reason text not null default '', add column created_by_name text not null default '';
set local role app_platform;
update price_templates t set created_by_name = u.real_name from users u where u.tenant_id = t.tenant_id and u.user_id = t.created_by;
reset role;
