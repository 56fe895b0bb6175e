-- Whether a trip that a partner's right paid for was one: a case for each use, made with the bill.
create table right_order_audits (
  tenant_id bigint not null,
  order_id bigint not null,
  right_id bigint not null,
  state smallint not null default 0 check (state in (0, 10, 20, 30, 40, 50, 60)),
  used_at timestamptz not null default now(),
  screened_at timestamptz, -- null: the rules have not looked yet
  hits text[] not null default '{}', -- the rules that caught it
  facts jsonb, -- what they saw
  sampled boolean not null default false,
  by_hand boolean not null default false,
  turn_at timestamptz not null default now(), -- its turn in the queue
  claimed_by bigint,
  claimed_by_name text not null default '',
  claimed_until timestamptz,
  reviewed_by bigint,
  reviewed_by_name text not null default '',
  reviewed_at timestamptz,
  reason text,
  note text not null default '',
  appeal_side text check (appeal_side in ('DRIVER', 'PARTNER')),
  appeal_words text not null default '',
  appealed_at timestamptz,
  appealed_by_name text not null default '',
  appeal_until timestamptz, -- a driver may appeal so long
  final_by bigint,
  final_by_name text not null default '',
  final_at timestamptz,
  final_note text not null default '',
  -- What was taken back: of what the partner no longer owes, the driver's share, the platform's, and what the driver's account did not reach.
  reversals smallint not null default 0,
  reversed_at timestamptz, -- null: nothing is taken back now
  partner_fen integer not null default 0,
  driver_fen integer not null default 0,
  platform_fen integer not null default 0,
  short_fen integer not null default 0,
  use_returned boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references orders (tenant_id, order_id),
  foreign key (tenant_id, right_id) references right_configs (tenant_id, right_id),
  check ((claimed_by is null) = (claimed_until is null)),
  check (partner_fen = driver_fen + platform_fen + short_fen)
);
create index right_order_audits_used on right_order_audits (tenant_id, used_at desc, order_id);
create index right_order_audits_right on right_order_audits (tenant_id, right_id, used_at desc);
create index right_order_audits_turn on right_order_audits (tenant_id, state, turn_at) where state in (10, 20, 50);
create index right_order_audits_unscreened on right_order_audits (used_at) where screened_at is null;
create index right_order_audits_claims on right_order_audits (claimed_until) where claimed_until is not null;
create index right_order_audits_appeals on right_order_audits (appeal_until) where state = 40;
create index right_order_audits_unreversed on right_order_audits (reviewed_at) where state in (40, 50, 60) and reversed_at is null;
call private.scope_child('right_order_audits', 'orders', 'order_id');
revoke delete on right_order_audits from app_runtime;

create table right_order_audit_events (
  tenant_id bigint not null,
  order_id bigint not null,
  seq integer not null,
  event text not null,
  from_state smallint,
  to_state smallint not null,
  actor_type text not null,
  actor_id bigint,
  actor_name text not null default '',
  reason text not null default '',
  request_id text not null default '',
  at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, order_id, seq)
);
call private.scope_child('right_order_audit_events', 'right_order_audits', 'order_id');
revoke update, delete on right_order_audit_events from app_runtime, app_platform;
