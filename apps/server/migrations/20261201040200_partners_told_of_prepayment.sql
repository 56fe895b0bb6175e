-- What an order waited for when its partner was told of it, and why it ended by itself; an older process writes none.
alter table webhook_deliveries
  add column prepay_due_fen integer,
  add column prepay_until timestamptz,
  add column end_reason text;
