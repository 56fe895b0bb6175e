-- Messages in drivers' apps are rows of the outbox. Nobody sends them: they are there when they are written, and an older process, which
-- looks for what has not gone out, does not come upon them.
alter table sms_outbox
  add column driver_id bigint, -- in whose app it is
  add column read_at timestamptz; -- when it was opened there
grant select (driver_id, read_at) on sms_outbox to app_runtime;

-- What one driver is told, newest first. Whoever serves requests reads the texts of no other messages.
create function driver_inbox(of_driver bigint, most integer)
returns table (sms_id bigint, event text, sealed text, created_at timestamptz, read_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.sms_id, o.event, o.sealed, o.created_at, o.read_at from sms_outbox o
  where o.tenant_id = app_tenant() and o.driver_id = of_driver and o.channel = 'PUSH' and o.sealed is not null
    and o.created_at > now() - interval '30 days'
  order by o.sms_id desc limit most
$$;
-- Of these the driver's app has them now, and perhaps the driver has opened them. What is not that driver's is passed over. Gives how many are.
create function driver_inbox_seen(of_driver bigint, messages bigint[], opened boolean) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with own as (
    select sms_id from sms_outbox where tenant_id = app_tenant() and driver_id = of_driver and channel = 'PUSH' and sms_id = any (messages)),
  seen as (
    update sms_outbox set result = 'DELIVERED', result_at = coalesce(result_at, now()), read_at = case when opened then now() else read_at end
    where tenant_id = app_tenant() and driver_id = of_driver and channel = 'PUSH' and sms_id = any (messages)
      and (result is null or opened and read_at is null)
    returning 1)
  select count(*)::int from own
$$;
revoke execute on function driver_inbox, driver_inbox_seen from public;
grant execute on function driver_inbox, driver_inbox_seen to app_runtime, app_platform;

create or replace function private.standard_message_texts() returns table (event text, body text) language sql immutable as $$
  values
    ('DRIVER_CODE', '登录验证码 ${code}，${minutes} 分钟内有效，请勿告诉他人。'),
    ('PASSWORD_CODE', '修改密码验证码 ${code}，${minutes} 分钟内有效。如非本人操作，请勿告诉他人并联系管理员。'),
    ('BIND_CODE', '绑定验证器验证码 ${code}，${minutes} 分钟内有效。如非本人操作，请勿告诉他人并联系管理员。'),
    ('DRIVER_INVITATION', '邀请您上线接单，点此开始，${days} 天内有效，请勿转发：${link}'),
    ('DRIVER_PAPER_DUE', '您的${paper}将于${day}到期，还剩${days}天，请尽快换证并联系公司更新资料，到期后将不能接单。'),
    ('DRIVER_PAPER_OVER', '您的${paper}已于${day}到期，已暂停接单；请更新证件，公司审核后恢复。'),
    ('DRIVER_INSURANCE_DUE', '您的${paper}将于${day}到期，还剩${days}天，请尽快续保，以免影响上线接单。'),
    ('DRIVER_INSURANCE_OVER', '您的${paper}已于${day}终止，已为您下线；请联系公司续保，保单登记后即可上线。'),
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
    ('ORDER_NOTE', '${note}'),
    ('POINTS_ENDING', '您有${points}积分将于${day}到期，可致电客服兑换优惠券。'),
    ('APP_PHOTO_RETAKE', '订单（尾号${orderTail}）的照片“${photo}”需要重拍：${reason}。请在${until}前重拍，逾期按不合格计。'),
    ('APP_PAPER_DUE', '您的${paper}将于${day}到期，还剩${days}天，请尽快换证并联系公司更新资料，到期后将不能接单。'),
    ('APP_PAPER_OVER', '您的${paper}已于${day}到期，已暂停接单；请更新证件，公司审核后恢复。'),
    ('APP_INSURANCE_DUE', '您的${paper}将于${day}到期，还剩${days}天，请尽快续保，以免影响上线接单。'),
    ('APP_INSURANCE_OVER', '您的${paper}已于${day}终止，已为您下线；请联系公司续保，保单登记后即可上线。'),
    ('APP_LEVEL_UP', '恭喜，您的等级由${fromLevel}升为${level}。'),
    ('APP_LEVEL_DOWN', '您的等级由${fromLevel}变为${level}，可在“我的等级”查看原因。'),
    ('APP_WITHDRAWAL_PAID', '您的提现${amount}元已到账。'),
    ('APP_WITHDRAWAL_RETURNED', '您的提现${amount}元未成功，款项已退回钱包。原因：${reason}。')
$$;
insert into message_texts (tenant_id, event, body, state)
select t.tenant_id, s.event, s.body, 'IN_FORCE' from tenants t cross join private.standard_message_texts() s
where s.event in ('APP_PHOTO_RETAKE', 'APP_PAPER_DUE', 'APP_PAPER_OVER', 'APP_INSURANCE_DUE', 'APP_INSURANCE_OVER', 'APP_LEVEL_UP', 'APP_LEVEL_DOWN', 'APP_WITHDRAWAL_PAID', 'APP_WITHDRAWAL_RETURNED');
