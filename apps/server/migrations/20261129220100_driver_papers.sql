-- What drivers were told of their papers: once each so many days before the last, and that they are over.
create table driver_paper_notices (
  tenant_id bigint not null,
  driver_id bigint not null,
  paper text not null check (paper in ('LICENCE', 'ID_CARD')),
  expires_on date not null,
  days_before smallint not null check (days_before >= 0), -- 0: over
  sent boolean not null, -- a message; false: its text is switched off in the city
  at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, driver_id, paper, expires_on, days_before),
  foreign key (tenant_id, driver_id) references drivers (tenant_id, driver_id)
);
call private.scope_child('driver_paper_notices', 'drivers', 'driver_id');
revoke update, delete on driver_paper_notices from app_runtime, app_platform;

-- Who is suspended for a paper finishes the order in hand and then goes off duty, as who is disabled does.
create trigger suspended_goes_off_duty before update of work_status, qualification on drivers for each row
  when (new.work_status in ('ONLINE_IDLE', 'PAUSED') and new.qualification = 80) execute function private.disabled_goes_off_duty();

create or replace function private.standard_message_texts() returns table (event text, body text) language sql immutable as $$
  values
    ('DRIVER_CODE', '登录验证码 ${code}，${minutes} 分钟内有效，请勿告诉他人。'),
    ('PASSWORD_CODE', '修改密码验证码 ${code}，${minutes} 分钟内有效。如非本人操作，请勿告诉他人并联系管理员。'),
    ('BIND_CODE', '绑定验证器验证码 ${code}，${minutes} 分钟内有效。如非本人操作，请勿告诉他人并联系管理员。'),
    ('DRIVER_INVITATION', '邀请您上线接单，点此开始，${days} 天内有效，请勿转发：${link}'),
    ('DRIVER_PAPER_DUE', '您的${paper}将于${day}到期，还剩${days}天，请尽快换证并联系公司更新资料，到期后将不能接单。'),
    ('DRIVER_PAPER_OVER', '您的${paper}已于${day}到期，已暂停接单；请更新证件，公司审核后恢复。'),
    ('ORDER_SEARCHING', '您的代驾订单（尾号${orderTail}）正在为您寻找司机，请保持电话畅通。'),
    ('ORDER_ACCEPTED', '您的代驾司机${driver}（工号${driverNo}，电话${driverPhone}）已接单，预计${minutes}分钟到达。'),
    ('ORDER_ACCEPTED_PLAIN', '您的代驾司机${driver}（工号${driverNo}，电话${driverPhone}）已接单。'),
    ('ORDER_ARRIVED', '您的代驾司机${driver}（工号${driverNo}）已到达上车点，请尽快上车。'),
    ('BILL_DUE', '您的代驾订单（尾号${orderTail}）费用${total}元，请及时支付。'),
    ('BILL_SHARED', '您的代驾订单（尾号${orderTail}）费用${total}元，您应付${due}元，请及时支付。'),
    ('BILL_PAID', '您的代驾订单（尾号${orderTail}）费用${total}元，已支付，感谢使用。'),
    ('ORDER_CANCELLED', '您的代驾订单（尾号${orderTail}）已取消，未产生费用。'),
    ('ORDER_CANCELLED_FEE', '您的代驾订单（尾号${orderTail}）已取消，取消费${fee}元。'),
    ('UNPAID_BILL', '您的代驾订单（尾号${orderTail}）尚有费用${due}元未支付，请尽快支付，以免影响再次下单。'),
    ('UNPAID_FEE', '您的代驾订单（尾号${orderTail}）尚有取消费${due}元未支付，请尽快支付，以免影响再次下单。'),
    ('ORDER_NOTE', '${note}')
$$;
insert into message_texts (tenant_id, event, body, state)
select t.tenant_id, s.event, s.body, 'IN_FORCE' from tenants t cross join private.standard_message_texts() s
where s.event in ('DRIVER_PAPER_DUE', 'DRIVER_PAPER_OVER');
