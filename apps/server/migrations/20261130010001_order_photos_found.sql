-- outside a transaction
create unique index concurrently if not exists order_files_thumbs on order_files (tenant_id, thumb_id) where thumb_id is not null;
create unique index concurrently if not exists order_files_originals on order_files (tenant_id, original_id) where original_id is not null;
create index concurrently if not exists order_files_unscreened on order_files (file_id) where screened_at is null;
create index concurrently if not exists order_files_retakes on order_files (retake_until) where retake_until is not null;
create index concurrently if not exists order_files_driver on order_files (tenant_id, driver_id, file_id);
create index concurrently if not exists order_files_told on order_files (tenant_id, driver_id) where verdict in ('BAD', 'RETAKE');
create index concurrently if not exists order_files_came on order_files (tenant_id, created_at);
create index concurrently if not exists order_files_judged on order_files (tenant_id, verdict, order_id) where verdict <> 'NONE';
create index concurrently if not exists order_files_flagged on order_files (tenant_id, order_id) where flags <> '{}';
create index concurrently if not exists order_files_digest on order_files (tenant_id, sha256);
create index concurrently if not exists driver_remarks_complaints on driver_remarks (at) where type = 'COMPLAINT' and order_id is not null;
alter table order_files validate constraint order_files_kind_check;
alter table order_files validate constraint order_files_verdict_check;
alter table order_files validate constraint order_files_source_check;
alter table order_files validate constraint order_files_retake_check;
alter table order_files validate constraint order_files_thumb;
alter table order_files validate constraint order_files_original;
alter table driver_experience validate constraint driver_experience_event_check;
