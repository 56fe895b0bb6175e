-- A coupon that expired while an order held it is good for one more day, once: since when it was given that day.
alter table coupons add column graced_at timestamptz;
