-- Rights are kept by people: what one is worth in uses, money or distance; who asked for it to go on, and who let it.
alter table right_configs
  add column remark text not null default '',
  add column submitted_by bigint,
  add column submitted_by_name text not null default '',
  add column submitted_at timestamptz,
  add column decided_by_name text not null default '',
  add column decided_at timestamptz,
  add column decision_note text not null default '';

-- One of three: so many uses, so much money, so many metres. What orders reserve counts as used.
alter table right_grants
  alter column times drop not null,
  add column amount_fen integer,
  add column used_fen integer not null default 0,
  add column distance_m integer,
  add column used_m integer not null default 0,
  add constraint right_grants_limits check (num_nonnulls(times, amount_fen, distance_m) = 1
    and coalesce(amount_fen, 1) > 0 and used_fen between 0 and coalesce(amount_fen, 0)
    and coalesce(distance_m, 1) > 0 and used_m between 0 and coalesce(distance_m, 0)) not valid;

-- Of a grant of money or distance: what the order may use at most, and what its trip used.
alter table right_uses
  add column reserved_fen integer not null default 0,
  add column reserved_m integer not null default 0,
  add column used_m integer not null default 0;
