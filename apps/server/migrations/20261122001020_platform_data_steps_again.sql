-- Row security is forced on the owner, who saw no row when earlier migrations changed data, unless a superuser or one that skips row
-- security. As a member of app_platform the owner sees them now: what was missed is done, and what was done stays as it is.

-- Since then every function of the program has somebody who can give it: what no role of a tenant holds goes to its administrators.
insert into role_functions (tenant_id, role_id, function_code)
select r.tenant_id, r.role_id, f.code
from roles r cross join functions f
where r.administrator and f.source = 'CONTRACT'
  and not exists (select from role_functions given where given.tenant_id = r.tenant_id and given.function_code = f.code)
on conflict do nothing;

insert into cancel_rules (tenant_id, code, by_whom, stage, at_least_s, up_to_s, late_over_s, calls_at_least, rank, verdict, fee_fen)
select t.tenant_id, r.* from tenants t cross join (values
    ('R1', 'CUSTOMER', 'SEARCHING', null::int, null::int, null::int, null::int, 10, 'NO_FAULT', 0),
    ('R2', 'CUSTOMER', 'ACCEPTED', null, 180, null, null, 20, 'NO_FAULT', 0),
    ('R3', 'CUSTOMER', 'ACCEPTED', null, null, 300, null, 30, 'DRIVER_AT_FAULT', 0),
    ('R4', 'CUSTOMER', 'ACCEPTED', null, null, null, null, 40, 'CUSTOMER_AT_FAULT', 1000),
    ('R5', 'CUSTOMER', 'ARRIVED', null, 600, null, null, 50, 'CUSTOMER_AT_FAULT', 1000),
    ('R6', 'CUSTOMER', 'ARRIVED', null, null, null, null, 60, 'CUSTOMER_AT_FAULT', 2000),
    ('R7', 'DRIVER', 'ARRIVED', 900, null, null, 2, 70, 'CUSTOMER_AT_FAULT', 2000),
    ('R8', 'DRIVER', null, null, null, null, null, 80, 'DRIVER_AT_FAULT', 0),
    ('R9', 'OPERATOR', null, null, null, null, null, 90, 'NO_FAULT', 0)) r
where not exists (select from cancel_rules kept where kept.tenant_id = t.tenant_id);
update cancel_rules set driver_penalty_fen = 1000, waivers = 2, counts_to_rate = true
where code = 'R8' and version = 1 and created_by is null and not counts_to_rate;
update cancel_rules set counts_to_rate = true where code = 'R3' and version = 1 and created_by is null and not counts_to_rate;

update orders o set cancel_case = (
  select jsonb_build_object('by', r.by_whom, 'stage', r.stage, 'atLeastS', r.at_least_s, 'upToS', r.up_to_s, 'lateOverS', r.late_over_s,
    'callsAtLeast', r.calls_at_least, 'paidBy', null, 'ratingFromX100', r.rating_from_x100, 'ratingBelowX100', r.rating_below_x100,
    'from', to_char(r.from_minute * interval '1 minute', 'HH24:MI'), 'to', to_char(r.to_minute * interval '1 minute', 'HH24:MI'))
  from cancel_rules r where r.tenant_id = o.tenant_id and r.code = o.cancel_rule
  order by (r.created_at <= o.cancelled_at) desc, abs(extract(epoch from r.created_at - o.cancelled_at)) limit 1)
where o.cancel_rule <> '' and o.cancel_case is null
  and exists (select from cancel_rules r where r.tenant_id = o.tenant_id and r.code = o.cancel_rule);
update orders set cancel_hide_s = greatest(1, round(extract(epoch from cancel_hidden_until - cancelled_at) / 60))::int * 60
where cancel_hidden_until is not null and cancelled_at is not null and cancel_hide_s = 0;

update weather_rules set closed_by = updated_by, closed_at = updated_at where not enabled and closed_at is null;
-- Only rights from before their limit was looked at, which nobody has decided about since; 0 is no limit.
update right_configs r set per_user_times = granted.most
from (select tenant_id, right_id, max(times) as most
  from (select tenant_id, right_id, sum(times) as times from right_grants group by tenant_id, right_id, customer_id) each
  group by tenant_id, right_id) granted
where granted.tenant_id = r.tenant_id and granted.right_id = r.right_id and r.per_user_times between 1 and granted.most - 1
  and r.updated_at < (select at from private.migrations where name = '20261122000950_pricing_weather_coupon_scope.sql');
