import { COUPON_STATE, type CouponState, couponStateText } from '@chauffeur/contract/pricing/coupon'
import { couponGrantCalls, couponWayText } from '@chauffeur/contract/pricing/coupon-grant'
import { phoneFor } from '#areas/order/model'
import type { Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { fen, instant, phone, text, words } from '#platform/list/columns'
import { holds, is } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { mayKeep } from '../coupon/index.ts'
import { coupons, type GrantedCouponDb, inState, listed } from './grant.queries.ts'

export const grantedView = (row: GrantedCouponDb, { operator, scope }: { operator: OperatorSession; scope: Scope }) => ({
  couponId: row.coupon_id,
  couponTemplateId: row.coupon_template_id,
  templateName: row.template_name,
  customerId: row.customer_id,
  customerName: row.customer_name,
  phone: phoneFor(operator.authorities, row.phone),
  way: row.way,
  state: row.state_now as CouponState,
  grantedAt: row.granted_at.toISOString(),
  grantedBy: row.granted_by_whom,
  expiresAt: row.valid_to.toISOString(),
  orderNo: row.order_no ?? '',
  usedAt: row.used_at?.toISOString() ?? null,
  discountFen: row.discount_fen,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  revokedBy: row.revoked_by_name,
  revokeReason: row.revoke_reason,
  allowedActions:
    row.state_now === COUPON_STATE.granted && operator.authorities.has('coupon.revoke') && mayKeep(row, scope)
      ? (['revoke'] as const).slice()
      : [],
})

export const grantedList = defineList(couponGrantCalls.coupons, {
  from: ({ db }) => coupons(db),
  filters: {
    keyword: holds('t.name'),
    couponTemplateId: is('c.coupon_template_id'),
    customerId: is('c.customer_id'),
    state: inState,
    way: is('c.way'),
  },
  key: 'c.coupon_id',
  order: [desc('c.granted_at')],
  select: listed,
  cutFirst: true,
  file: {
    module: import.meta.url,
    zh: '已发放的优惠券',
    en: 'Granted coupons',
    columns: {
      templateName: text('优惠券', 'Coupon'),
      customerName: text('客户', 'Customer'),
      phone: phone('电话', 'Phone'),
      way: words('发放方式', 'By', couponWayText),
      state: words('状态', 'Status', couponStateText as Record<string, string>),
      grantedAt: instant('发放时间', 'Granted'),
      grantedBy: text('发放人', 'Granted by'),
      expiresAt: instant('有效期至', 'Good until'),
      orderNo: text('订单号', 'Order no.'),
      usedAt: instant('使用时间', 'Used'),
      discountFen: fen('抵扣金额', 'Taken off'),
      revokedAt: instant('收回时间', 'Revoked'),
      revokedBy: text('收回人', 'Revoked by'),
      revokeReason: text('收回原因', 'Reason'),
    },
  },
  view: grantedView,
})
