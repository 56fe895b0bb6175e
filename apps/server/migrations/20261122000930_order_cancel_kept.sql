-- A row of the consequence table may ask who pays the order.
alter table cancel_rules add column paid_by text check (paid_by in ('CUSTOMER', 'ENTERPRISE', 'PARTNER'));

-- What a cancellation was judged by and what it meant for the driver stays with the order, so that a later decision can say and change it.
alter table cancel_quotes add column rule_case jsonb;
alter table orders
  add column cancel_case jsonb, -- the conditions of the row that decided, as they read then
  add column cancel_hidden_until timestamptz; -- by this cancellation the customer is kept from the driver
update orders o set cancel_case = (
  select jsonb_build_object('by', r.by_whom, 'stage', r.stage, 'atLeastS', r.at_least_s, 'upToS', r.up_to_s, 'lateOverS', r.late_over_s,
    'callsAtLeast', r.calls_at_least, 'paidBy', null, 'ratingFromX100', r.rating_from_x100, 'ratingBelowX100', r.rating_below_x100,
    'from', to_char(r.from_minute * interval '1 minute', 'HH24:MI'), 'to', to_char(r.to_minute * interval '1 minute', 'HH24:MI'))
  from cancel_rules r where r.tenant_id = o.tenant_id and r.code = o.cancel_rule 
  order by (r.created_at <= o.cancelled_at) desc, abs(extract(epoch from r.created_at - o.cancelled_at)) limit 1)
where o.cancel_rule <> '';
-- Where a cancellation prolongs a block, what somebody had laid by hand.
alter table customer_driver_blocks add column hand_until timestamptz;

alter table cancel_reviews
  add column penalty_fen integer not null default 0 check (penalty_fen >= 0),
  add column decided_penalty_fen integer check (decided_penalty_fen >= 0);
