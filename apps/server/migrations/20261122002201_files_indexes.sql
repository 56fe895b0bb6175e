-- outside a transaction
create unique index concurrently if not exists order_files_stored on order_files (tenant_id, stored_id) where stored_id is not null;
create unique index concurrently if not exists sound_records_stored on sound_records (tenant_id, stored_id) where stored_id is not null;
create index concurrently if not exists order_files_unmoved on order_files (file_id) where stored_id is null;
create index concurrently if not exists sound_records_unmoved on sound_records (record_id) where stored_id is null and storage = 'STORED';
create index concurrently if not exists jobs_file on jobs (tenant_id, file_id) where file_id is not null;
alter table jobs validate constraint jobs_file;
alter table order_files validate constraint order_files_stored;
alter table sound_records validate constraint sound_records_stored;
