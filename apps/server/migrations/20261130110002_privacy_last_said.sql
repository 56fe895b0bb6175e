-- outside a transaction
-- The last word of a customer is read from the index alone: who agreed is counted over a million of them. `user_id` is what row security looks at.
create index concurrently if not exists agreement_consents_customer_said on agreement_consents (tenant_id, customer_id, consent_id desc)
  include (given, number, user_id) where customer_id is not null;
drop index concurrently if exists agreement_consents_customer;
