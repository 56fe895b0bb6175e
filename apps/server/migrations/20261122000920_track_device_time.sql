-- A fix that is sent again, to whichever process, is known by the device's time: one point of the track each.
alter table track_points add column device_at timestamptz; -- the device's own clock, where it said
create unique index track_points_device on track_points (tenant_id, order_id, device_at);
