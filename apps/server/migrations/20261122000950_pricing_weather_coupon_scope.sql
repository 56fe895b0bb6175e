-- A weather charge is an amount an order or a factor of start price and mileage; who switched it off, and when, stays with it.
alter table weather_rules
  alter column flat_fen drop not null,
  add column rate_bp integer check (rate_bp between 10001 and 30000),
  add column closed_by bigint,
  add column closed_at timestamptz,
  add check ((flat_fen is null) <> (rate_bp is null));
update weather_rules set closed_by = updated_by, closed_at = updated_at where not enabled;
alter table orders add column weather_rate_bp integer not null default 10000; -- fixed when the order is placed, as weather_fen is

-- What a coupon is for, more narrowly; and a right.
alter table coupon_templates
  add column bands jsonb not null default '[]' check (jsonb_typeof(bands) = 'array'), -- [{from, to}] of the city's day, of departure; empty: any hour
  add column fence_ids bigint[] not null default '{}'; -- price fences, one of which holds the pick-up; empty: anywhere
alter table right_configs
  add column bands jsonb not null default '[]' check (jsonb_typeof(bands) = 'array'),
  alter column per_user_times set default 0, -- 0: as often as the grants say
  drop constraint right_configs_per_user_times_check,
  add constraint right_configs_per_user_times_check check (per_user_times >= 0);
-- It was not looked at so far: nobody loses what they were granted.
update right_configs r set per_user_times = greatest(per_user_times, (
  select max(sum) from (select sum(times) from right_grants g where g.tenant_id = r.tenant_id and g.right_id = r.right_id group by g.customer_id) s))
where exists (select from right_grants g where g.tenant_id = r.tenant_id and g.right_id = r.right_id);
