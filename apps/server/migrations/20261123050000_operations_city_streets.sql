-- Streets of a city that a tenant's trips have gone along: what its maps draw where there is no map. One row a city, made anew every night.
create table city_streets (
  tenant_id bigint not null references tenants,
  city_id bigint not null references cities,
  lines jsonb not null, -- [[[longitude, latitude], …], …], WGS84, five decimals
  trips integer not null, -- so many were looked at
  made_at timestamptz not null default now(),
  primary key (tenant_id, city_id)
);
call private.scope_table('city_streets', city => 'city_id');
