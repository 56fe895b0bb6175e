-- For how long a cancellation keeps customer and driver apart: by a later decision it begins later than the cancellation.
alter table orders add column cancel_hide_s integer not null default 0;
update orders set cancel_hide_s = greatest(1, round(extract(epoch from cancel_hidden_until - cancelled_at) / 60))::int * 60
where cancel_hidden_until is not null and cancelled_at is not null;
-- A bulk cancellation shows beforehand what it means for each driver.
alter table order_bulk_rows add column consequence jsonb;
