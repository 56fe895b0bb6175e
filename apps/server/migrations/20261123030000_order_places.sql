-- The address of an order is what was said on the telephone. Where that is may have been found by its words, chosen from what was offered, set
-- on the map, or not be known. Rows from before have a place that was chosen.
-- A process that is one version older writes places as before. An order without one it can neither show (a fault, said as one) nor find drivers
-- for (nobody is near it): that lasts as long as it serves beside, and a search it gave up begins again by hand.
alter table orders
  alter column pickup_lat drop not null,
  alter column pickup_lng drop not null,
  add column pickup_pin text,
  add column dropoff_pin text,
  add column pickup_note text not null default '';

alter table orders add constraint orders_places check (
  (pickup_lat is null) = (pickup_lng is null) and (dropoff_lat is null) = (dropoff_lng is null)
  and (pickup_pin is null or pickup_lat is not null and pickup_pin in ('GEOCODED', 'PICKED', 'DRAGGED'))
  and (dropoff_pin is null or dropoff_lat is not null and dropoff_pin in ('GEOCODED', 'PICKED', 'DRAGGED'))) not valid;
