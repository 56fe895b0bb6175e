-- When the customer was told what they are to pay ahead, or it was found that nothing is to be said there. An older process writes none: then the message itself is looked for.
alter table orders add column prepay_told_at timestamptz;
