-- Customers sign in by telephone and a code, as drivers do.
create table customer_codes (
  tenant_id bigint not null references tenants,
  phone text not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  wrong integer not null default 0,
  sent_at timestamptz not null default clock_timestamp(),
  sent_today integer not null default 1,
  wrong_today integer not null default 0,
  day_from timestamptz not null default now(),
  primary key (tenant_id, phone)
);
create index customer_codes_expires on customer_codes (expires_at);
call private.scope_table('customer_codes', channel => '-');

alter table sessions add column customer_id bigint;
alter table sessions drop constraint sessions_kind_check;
alter table sessions add constraint sessions_kind_check check (kind in ('OPERATOR', 'DRIVER', 'CUSTOMER')) not valid;
alter table sessions add constraint sessions_customer check ((kind = 'CUSTOMER') = (customer_id is not null)) not valid;

-- What a customer is sent to sign in, in every business that there is and that comes.
insert into message_texts (tenant_id, event, body, state)
select tenant_id, 'CUSTOMER_CODE', '登录验证码 ${code}，${minutes} 分钟内有效，请勿告诉他人。', 'IN_FORCE' from tenants;
create function seed_customer_code_text() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into message_texts (tenant_id, event, body, state)
  values (new.tenant_id, 'CUSTOMER_CODE', '登录验证码 ${code}，${minutes} 分钟内有效，请勿告诉他人。', 'IN_FORCE');
  return new;
end $$;
create trigger tenants_customer_code_text after insert on tenants for each row execute function seed_customer_code_text();
