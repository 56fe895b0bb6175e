-- outside a transaction
create index concurrently if not exists driver_checks_faces on driver_checks (tenant_id, at desc, check_id desc) where kind = 'FACE';
alter table driver_checks validate constraint driver_checks_result_check;
alter table driver_checks validate constraint driver_checks_trigger_check;
