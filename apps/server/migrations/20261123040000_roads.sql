-- Streets are so much longer than the straight line between two places: what was measured in each city.
create table city_detours (
  tenant_id bigint not null references tenants,
  city_id bigint not null references cities,
  detour_x100 integer not null check (detour_x100 between 100 and 400),
  measured_from text not null check (measured_from in ('TRIPS', 'ROADS')), -- finished trips, or ways that a service gave
  samples integer not null,
  measured_at timestamptz not null default now(),
  primary key (tenant_id, city_id)
);
call private.scope_table('city_detours', city => 'city_id', channel => '-');

-- How the distance of a quote came about; null where it was made before this was kept.
alter table fee_quotes add column measured_by text, add column road_provider text;
alter table orders
  add column estimate_by text,
  add column estimate_provider text,
  add column gap_fills jsonb; -- stretches of the trip without a fix that a service filled: by whom, and the metres of each
