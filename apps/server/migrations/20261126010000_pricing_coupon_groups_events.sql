-- Who may have a coupon: everybody, or members of customer groups. Also brought by a birthday, a dispute that was granted and a top-up of one's enterprise.
alter table coupon_templates
  add column group_ids bigint[] not null default '{}', -- of customers; empty: everybody
  drop constraint coupon_templates_granted_on_check,
  add constraint coupon_templates_granted_on check (granted_on in ('FIRST_ORDER', 'BIRTHDAY', 'COMPLAINT_SETTLED', 'RECHARGE'));
alter table customers add column birthday text; -- month and day, `08-15`
alter table customers add constraint customers_birthday check (birthday ~ '^[01][0-9]-[0-3][0-9]$') not valid;
