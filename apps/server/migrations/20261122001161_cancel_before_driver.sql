-- Nobody has the order yet: who cancels makes no difference, the business included (R1). A tenant that judges its own cancellations
-- while searching already keeps that.
create or replace function seed_cancel_rules() returns trigger language plpgsql as $$
begin
  insert into cancel_rules (tenant_id, code, by_whom, stage, at_least_s, up_to_s, late_over_s, calls_at_least, rank, verdict, fee_fen, driver_penalty_fen, waivers, counts_to_rate) values
    (new.tenant_id, 'R1', 'CUSTOMER', 'SEARCHING', null, null, null, null, 10, 'NO_FAULT', 0, 0, 0, false),
    (new.tenant_id, 'R1', 'OPERATOR', 'SEARCHING', null, null, null, null, 11, 'NO_FAULT', 0, 0, 0, false),
    (new.tenant_id, 'R2', 'CUSTOMER', 'ACCEPTED', null, 180, null, null, 20, 'NO_FAULT', 0, 0, 0, false),
    (new.tenant_id, 'R3', 'CUSTOMER', 'ACCEPTED', null, null, 300, null, 30, 'DRIVER_AT_FAULT', 0, 0, 0, true),
    (new.tenant_id, 'R4', 'CUSTOMER', 'ACCEPTED', null, null, null, null, 40, 'CUSTOMER_AT_FAULT', 1000, 0, 0, false),
    (new.tenant_id, 'R5', 'CUSTOMER', 'ARRIVED', null, 600, null, null, 50, 'CUSTOMER_AT_FAULT', 1000, 0, 0, false),
    (new.tenant_id, 'R6', 'CUSTOMER', 'ARRIVED', null, null, null, null, 60, 'CUSTOMER_AT_FAULT', 2000, 0, 0, false),
    (new.tenant_id, 'R7', 'DRIVER', 'ARRIVED', 900, null, null, 2, 70, 'CUSTOMER_AT_FAULT', 2000, 0, 0, false),
    (new.tenant_id, 'R8', 'DRIVER', null, null, null, null, null, 80, 'DRIVER_AT_FAULT', 0, 1000, 2, true),
    (new.tenant_id, 'R9', 'OPERATOR', null, null, null, null, null, 90, 'NO_FAULT', 0, 0, 0, false);
  return new;
end $$;
set local role app_platform;
insert into cancel_rules (tenant_id, code, by_whom, stage, rank, verdict, fee_fen)
select tenant_id, 'R1', 'OPERATOR', 'SEARCHING', 11, 'NO_FAULT', 0 from tenants t
where not exists (select from cancel_rules r where r.tenant_id = t.tenant_id and r.by_whom = 'OPERATOR' and r.stage = 'SEARCHING');
reset role;
