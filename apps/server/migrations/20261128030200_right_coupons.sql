-- Coupons that come with a right: whoever is granted it gets one of each.
create table right_coupons (
  tenant_id bigint not null,
  right_id bigint not null,
  coupon_template_id bigint not null,
  created_at timestamptz not null default now(),
  created_by bigint,
  created_by_name text not null default '',
  primary key (tenant_id, right_id, coupon_template_id),
  foreign key (tenant_id, right_id) references right_configs (tenant_id, right_id),
  foreign key (tenant_id, coupon_template_id) references coupon_templates (tenant_id, coupon_template_id)
);
create index right_coupons_template on right_coupons (tenant_id, coupon_template_id);
call private.scope_table('right_coupons');
