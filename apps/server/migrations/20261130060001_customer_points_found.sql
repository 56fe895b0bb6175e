-- outside a transaction
alter table coupons validate constraint coupons_way;
