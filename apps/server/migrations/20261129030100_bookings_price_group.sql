-- Why a customer was in the group whose price an order was taken under: by hand, by file or by a rule, since when and by whom.
alter table bookings add column price_group jsonb;
