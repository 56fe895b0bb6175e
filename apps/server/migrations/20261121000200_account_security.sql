-- Passwords, authenticators and codes of accounts. Only the platform role reads and writes them: a wrong try has to outlive the refusal,
-- and nothing that serves a person's request can look at them.
alter table users add column totp_last_step bigint; -- a code of this step or an earlier one was used already
alter table users add column totp_bound_at timestamptz;
alter table users add column popup_enabled boolean not null default true; -- an incoming call opens the customer's screen
alter table users add column cloud_phone_enabled boolean not null default false;
comment on column users.totp_secret is 'sealed with the key of the installation';

create table password_history (
  tenant_id bigint not null,
  user_id bigint not null,
  at timestamptz not null default now(),
  password_hash text not null,
  foreign key (tenant_id, user_id) references users (tenant_id, user_id) on delete cascade
);
create index password_history_user on password_history (tenant_id, user_id, at desc);
call private.scope_table('password_history');
revoke all on password_history from app_runtime;

-- One code a person and purpose; a new one takes the place of the last.
create table account_codes (
  tenant_id bigint not null,
  user_id bigint not null,
  purpose text not null check (purpose in ('CHANGE_PASSWORD', 'BIND')),
  code_hash bytea, -- null once it was used
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  wrong integer not null default 0,
  sent_today integer not null default 1, -- since day_from
  day_from timestamptz not null default now(),
  primary key (tenant_id, user_id, purpose),
  foreign key (tenant_id, user_id) references users (tenant_id, user_id) on delete cascade
);
call private.scope_table('account_codes');
revoke all on account_codes from app_runtime;

create table authenticator_bindings (
  ticket_hash bytea primary key,
  tenant_id bigint not null,
  user_id bigint not null,
  step text not null default 'SMS' check (step in ('SMS', 'CHECKED', 'SHOWN')),
  secret text, -- sealed
  wrong integer not null default 0,
  expires_at timestamptz not null,
  foreign key (tenant_id, user_id) references users (tenant_id, user_id) on delete cascade
);
create index authenticator_bindings_user on authenticator_bindings (tenant_id, user_id);
call private.scope_table('authenticator_bindings');
revoke all on authenticator_bindings from app_runtime;

create table recovery_codes (
  tenant_id bigint not null,
  user_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, user_id) on delete cascade
);
call private.scope_table('recovery_codes');
revoke all on recovery_codes from app_runtime;

-- Roles whose people must have an authenticator.
create table authenticator_roles (
  tenant_id bigint not null,
  role_id bigint not null,
  primary key (tenant_id, role_id),
  foreign key (tenant_id, role_id) references roles (tenant_id, role_id) on delete cascade
);
call private.scope_table('authenticator_roles');

alter table sms_outbox drop constraint sms_outbox_purpose_check;
alter table sms_outbox add constraint sms_outbox_purpose_check check (purpose in ('DRIVER_CODE', 'ACCOUNT_CODE'));
alter table sms_outbox add column attempts integer not null default 0;
alter table sms_outbox add column last_error text not null default '';
alter table sms_outbox add column next_attempt_at timestamptz not null default now();
