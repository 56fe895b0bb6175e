-- outside a transaction
-- What a customer has of a template (not unique: two customers who are merged may both have had it for one occasion); what became of a template; the codes of a batch.
create index concurrently if not exists coupons_of_customer on coupons (tenant_id, coupon_template_id, customer_id, occasion);
create index concurrently if not exists coupons_of_template on coupons (tenant_id, coupon_template_id, granted_at desc, coupon_id desc);
create index concurrently if not exists redeem_codes_of_batch on redeem_codes (tenant_id, redeem_batch_id, redeem_code_id) where redeem_batch_id is not null;
alter table coupons validate constraint coupons_way;
