-- outside a transaction
-- What a driver asked for is read on their telephone.
create index concurrently if not exists cancel_reviews_of_driver on cancel_reviews (tenant_id, driver_id, review_id desc) where applicant = 'DRIVER';
