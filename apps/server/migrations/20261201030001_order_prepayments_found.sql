-- outside a transaction
-- Orders whose prepayment is waited for, those that wait no longer first.
create index concurrently if not exists orders_prepay_until on orders (prepay_until) where prepay_until is not null and service_status = 101;
alter table order_messages validate constraint order_messages_kind_check;
