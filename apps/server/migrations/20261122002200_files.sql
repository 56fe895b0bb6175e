-- Files: a row says what there is and for whom, the bytes lie in pieces beside it or in an object store.
create table files (
  tenant_id bigint not null references tenants,
  file_id uuid not null default gen_random_uuid() unique,
  kind text not null,
  user_id bigint, -- whose alone it is
  name text not null default '',
  content_type text not null default '', -- as its bytes say
  -- While it comes in; all there, and nobody's yet; somebody's. What stays in the first two is removed.
  state text not null default 'WRITING' check (state in ('WRITING', 'WRITTEN', 'KEPT')),
  store text not null check (store in ('DATABASE', 'S3')),
  bytes bigint,
  sha256 bytea,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(), -- whoever writes or moves it is still at it
  expire_at timestamptz,
  primary key (tenant_id, file_id),
  check (state = 'WRITING' or (bytes is not null and sha256 is not null))
);
create index files_expiry on files (expire_at) where expire_at is not null;
create index files_unkept on files (touched_at) where state <> 'KEPT';
create index files_store on files (store, touched_at) where state = 'KEPT';

create table file_pieces (
  tenant_id bigint not null,
  file_id uuid not null,
  seq integer not null,
  bytes bytea not null,
  primary key (tenant_id, file_id, seq)
);
alter table file_pieces alter column bytes set storage external; -- what is kept is packed already
alter table file_pieces set (toast_tuple_target = 8160);

-- Bytes that are nobody's any more, until they are gone from where they lay.
create table file_leftovers (
  tenant_id bigint not null,
  file_id uuid not null,
  store text not null,
  since timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  primary key (tenant_id, file_id, store)
);

-- What lies in `logos`, `order_files.jpeg` and `sound_pieces` is taken over by a job; they go one release later.
alter table order_files add column stored_id uuid, alter column jpeg drop not null;
alter table sound_records add column stored_id uuid;
alter table order_files add constraint order_files_stored foreign key (tenant_id, stored_id) references files not valid;
-- What a job made. Its row outlives the file.
alter table jobs drop column file_id, add column file_id uuid;
alter table jobs add constraint jobs_file foreign key (tenant_id, file_id) references files on delete set null (file_id) not valid;
alter table sound_records add constraint sound_records_stored foreign key (tenant_id, stored_id) references files not valid;

-- A file is seen exactly where that is seen which it belongs to; one that names a user, by that user alone.
alter table files enable row level security;
alter table files force row level security;
create policy scope on files to app_runtime using (tenant_id = (select app_tenant()) and case
  when user_id is not null then user_id = (select app_user())
  when kind = 'LOGO' then true
  when kind = 'ORDER_PICTURE' then exists (select from order_files o where o.tenant_id = files.tenant_id and o.stored_id = files.file_id)
  when kind = 'RECORDING' then exists (select from sound_records r where r.tenant_id = files.tenant_id and r.stored_id = files.file_id)
  else false end);
create policy platform on files to app_platform using (true) with check (true);
call private.scope_table('file_leftovers');
-- Bytes come and go on the platform's own connections, after the row was found in the scope of whoever asks.
alter table file_pieces enable row level security;
alter table file_pieces force row level security;
create policy platform on file_pieces to app_platform using (true) with check (true);
revoke all on file_pieces from app_runtime;
revoke insert on files from app_runtime;

-- The row goes with whatever removes it; the bytes after that has committed.
create function remove_files(ids uuid[]) returns integer language sql as $$
  with gone as (delete from files where file_id = any (ids) returning tenant_id, file_id, store),
    left_over as (insert into file_leftovers (tenant_id, file_id, store) select tenant_id, file_id, store from gone on conflict do nothing)
  select count(*)::integer from gone;
$$;
