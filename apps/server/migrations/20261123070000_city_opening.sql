-- Cities are added, opened, closed and re-drawn after a tenant is made. An older process reads `open` and the radius, which stays the circle
-- that holds the whole area.
alter table tenant_cities
  add column version integer not null default 1,
  add column area jsonb, -- GeoJSON polygon, WGS84; null: the circle
  add column centre_lat double precision, -- null: the city's own
  add column centre_lng double precision,
  add column closed_from timestamptz, -- takes no orders from here …
  add column closed_until timestamptz, -- … to here, or until somebody opens it
  add column closed_reason text not null default '',
  add column created_at timestamptz not null default now(),
  add column created_by bigint,
  add column updated_at timestamptz not null default now(),
  add column updated_by bigint;
