-- The track of an order that has ended, in two lines of text instead of a row a point: docs/adr/0009-compressed-tracks.md.
create table order_tracks (
  tenant_id bigint not null,
  order_id bigint not null,
  points integer not null check (points > 0),
  first_at timestamptz not null,
  path text not null, -- encoded polyline of latitude and longitude (WGS84), six decimals
  times text not null, -- encoded polyline of ms after first_at, and accuracy in metres (-1: not known), no decimals
  sealed_at timestamptz not null default now(),
  primary key (tenant_id, order_id)
);
call private.scope_child('order_tracks', 'orders', 'order_id');
