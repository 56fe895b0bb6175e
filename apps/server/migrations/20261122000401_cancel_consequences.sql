-- What a cancellation means for the driver, and two more conditions of a row: the driver's rating and the local time of day.
alter table cancel_rules
  add column rating_from_x100 integer check (rating_from_x100 between 0 and 500), -- included
  add column rating_below_x100 integer check (rating_below_x100 between 1 and 501), -- not included
  add column from_minute smallint check (from_minute between 0 and 1439),
  add column to_minute smallint check (to_minute between 0 and 1439),
  add column driver_penalty_fen integer not null default 0 check (driver_penalty_fen >= 0),
  add column waivers integer not null default 0 check (waivers >= 0), -- so many penalties in 30 days are let go
  add column counts_to_rate boolean not null default false, -- towards the driver's cancel rate
  add column hide_driver_s integer not null default 0 check (hide_driver_s >= 0), -- this customer is not offered to this driver for so long
  add check ((from_minute is null) = (to_minute is null));

alter table cancel_quotes add column consequence jsonb;
alter table orders
  add column cancel_penalty_fen integer,
  add column cancel_waived boolean not null default false,
  add column cancel_counts boolean not null default false;

create or replace function seed_cancel_rules() returns trigger language plpgsql as $$
begin
  insert into cancel_rules (tenant_id, code, by_whom, stage, at_least_s, up_to_s, late_over_s, calls_at_least, rank, verdict, fee_fen, driver_penalty_fen, waivers, counts_to_rate) values
    (new.tenant_id, 'R1', 'CUSTOMER', 'SEARCHING', null, null, null, null, 10, 'NO_FAULT', 0, 0, 0, false),
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
-- Tables that still stand as every tenant began.
update cancel_rules set driver_penalty_fen = 1000, waivers = 2, counts_to_rate = true where code = 'R8' and version = 1 and created_by is null;
update cancel_rules set counts_to_rate = true where code = 'R3' and version = 1 and created_by is null;
