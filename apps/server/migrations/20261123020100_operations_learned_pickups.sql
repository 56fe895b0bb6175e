-- Where drivers really met customers, by cells of some 30 m and by customer: a cell of three customers is offered to everybody, another to
-- its customer alone. What is learned of somebody goes with them.
create table learned_pickups (
  tenant_id bigint not null references tenants,
  city_id bigint not null references cities,
  cell_lat integer not null,
  cell_lng integer not null,
  customer_id bigint not null,
  lat double precision not null, -- the mean of these trips, WGS84
  lng double precision not null,
  trips integer not null,
  address text not null, -- as it was typed for the last of them
  last_at timestamptz not null,
  primary key (tenant_id, cell_lat, cell_lng, customer_id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, customer_id) on delete cascade
);
create index learned_pickups_customer on learned_pickups (tenant_id, customer_id);
create index learned_pickups_last on learned_pickups (last_at);
call private.scope_table('learned_pickups', city => 'city_id');

-- The last trip that was learned from.
create table pickup_learning (
  tenant_id bigint primary key references tenants,
  ended_at timestamptz not null,
  order_id bigint not null
);
call private.scope_table('pickup_learning');
