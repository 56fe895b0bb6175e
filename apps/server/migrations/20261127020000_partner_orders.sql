-- What a partner's program asked for under its own number: the same again is the same order, something else is refused.
alter table bookings add column partner_asked jsonb; -- null: not placed by a program, or the person was erased
