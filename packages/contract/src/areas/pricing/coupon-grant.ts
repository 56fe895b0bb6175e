import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, id, instant, json, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'
import { couponState } from './coupon.ts'

export const couponGrantRefusals = refusals({
  'couponGrant.templateEnded': { code: 409956, zh: '该优惠券的有效期已过', en: 'The time of this coupon is over' },
  'couponGrant.turnedAway': { code: 409957, zh: '客户在黑名单中', en: 'The customer is turned away' },
  'couponGrant.customerGone': { code: 409958, zh: '客户不存在或不在您的业务范围内', en: 'No such customer within your scope' },
  'couponGrant.alreadyGranted': { code: 409959, zh: '该客户已因此领到优惠券', en: 'The customer was given this coupon for it already' },
  'couponGrant.notInGroup': {
    code: 409964,
    zh: '客户不在可领取此优惠券的分组内',
    en: 'The customer is in none of the groups that may have this coupon',
  },
  'couponGrant.inHand': {
    code: 409960,
    zh: '只有未使用且未被订单占用的优惠券可以收回',
    en: 'Only a coupon that is neither used nor held by an order can be revoked',
  },
})

/** How a customer came by a coupon. */
export const couponWay = z.enum(['CODE', 'HAND', 'GROUP', 'FILE', 'EVENT', 'POINTS'])
export type CouponWay = z.infer<typeof couponWay>
export const couponWayText: Record<CouponWay, string> = {
  CODE: '兑换码',
  HAND: '手工发放',
  GROUP: '分组发放',
  FILE: '文件导入',
  EVENT: '自动发放',
  POINTS: '积分兑换',
}

export const grantedCoupon = z.object({
  couponId: id,
  couponTemplateId: id,
  templateName: z.string(),
  customerId: id,
  customerName: z.string(),
  phone: z.string(),
  way: couponWay,
  state: couponState,
  grantedAt: instant,
  grantedBy: z.string(),
  expiresAt: instant,
  orderNo: z.string(),
  usedAt: instant.nullable(),
  discountFen: fen.nullable(),
  revokedAt: instant.nullable(),
  revokedBy: z.string(),
  revokeReason: z.string(),
  allowedActions: z.array(z.enum(['revoke'])),
})
export type GrantedCoupon = z.infer<typeof grantedCoupon>

export const GRANTED_AT_ONCE = 200
const grant = { authority: 'coupon.grant' } as const
const grantFailures = ['couponTemplate.notFound', 'couponTemplate.beyondCities', 'coupon.templateOff', 'couponGrant.templateEnded'] as const

export const couponGrantCalls = {
  coupons: call({
    method: 'GET',
    path: '/api/coupon/list',
    effect: 'read',
    access: { authority: 'coupon.view' },
    summary: '已发放的优惠券',
    input: page.extend({
      /** A part of the coupon's name. */
      keyword: optional(text(40)),
      couponTemplateId: optional(id),
      customerId: optional(id),
      state: optional(z.enum(['10', '20', '30', '40', '50'])),
      way: optional(couponWay),
    }),
    output: pageOf(grantedCoupon),
  }),
  /** To customers one by one: each gets one, or a reason why not. */
  give: call({
    method: 'POST',
    path: '/api/coupon/give',
    effect: 'write',
    access: grant,
    everyChannel: true,
    tolerant: true,
    once: 'required',
    summary: '发放优惠券',
    input: z.object({
      couponTemplateId: id,
      customerIds: json(z.array(id).min(1).max(GRANTED_AT_ONCE)),
    }),
    output: z.object({
      granted: z.number().int(),
      /** The name of the refusal for each who got none. */
      refused: z.array(z.object({ customerId: id, problem: z.string() })),
    }),
    failures: [...grantFailures],
  }),
  /** To everybody who belongs to a group now, by a job: one each. */
  giveGroup: call({
    method: 'POST',
    path: '/api/coupon/give_group',
    effect: 'write',
    access: grant,
    everyChannel: true,
    tolerant: true,
    once: 'required',
    summary: '向客户分组发放优惠券',
    input: z.object({ couponTemplateId: id, groupId: id, reason: requiredText(200) }),
    output: z.object({ grantId: id, jobId: id }),
    failures: [...grantFailures, 'customerGroup.notFound'],
  }),
  revoke: call({
    method: 'POST',
    path: '/api/coupon/revoke',
    effect: 'write',
    access: { authority: 'coupon.revoke' },
    everyChannel: true,
    summary: '收回优惠券',
    input: z.object({ couponId: id, reason: text(200).pipe(z.string().min(2, '请填写原因 | say why')) }),
    output: grantedCoupon,
    failures: ['coupon.notFound', 'couponGrant.inHand', 'couponTemplate.beyondCities'],
  }),
} satisfies Area
