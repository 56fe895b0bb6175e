import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, id, instant, optional, phone, requiredText } from '../../kernel/fields.ts'
import { usableCoupon, usableRight } from './discount.ts'
import { couponType, discountFunder, hours } from './model.ts'

export const couponRefusals = refusals({
  'coupon.notFound': { code: 404, zh: '优惠券不存在或不属于该客户', en: 'No such coupon of this customer' },
  'coupon.quoteUnknown': { code: 409211, zh: '报价不存在，请重新估价', en: 'No such quote, estimate again' },
  'coupon.customerUnknown': {
    code: 409212,
    zh: '该号码还不是客户，请先新建客户',
    en: 'This number is no customer yet, create the customer first',
  },
  'coupon.codeUnknown': { code: 40948, zh: '兑换码不存在，请核对后重试', en: 'No such redeem code, check it and try again' },
  'coupon.codeUsed': { code: 40949, zh: '兑换码已被使用', en: 'The redeem code has been used' },
  'coupon.codeExpired': { code: 409213, zh: '兑换码已过期', en: 'The redeem code has expired' },
  'coupon.codeNotYet': { code: 409214, zh: '兑换码还未到可用时间', en: 'The redeem code is not valid yet' },
  'coupon.codeForeign': { code: 409215, zh: '兑换码仅限指定客户使用，与当前客户不符', en: 'The redeem code is for another customer' },
  'coupon.templateOff': { code: 409216, zh: '该兑换活动已停用', en: 'This coupon campaign has ended' },
  'coupon.soldOut': { code: 409217, zh: '该优惠券已发完', en: 'All coupons of this kind have been issued' },
  'coupon.limitReached': {
    code: 409218,
    zh: '该客户领取此优惠券已达上限',
    en: 'The customer already has as many of these coupons as allowed',
  },
  'coupon.tooManyGuesses': { code: 42902, zh: '兑换码输错次数过多，请稍后再试', en: 'Too many wrong redeem codes, try again later' },
})

/** Coupons of a campaign are issued while it is on. */
export const COUPON_TEMPLATE_STATUS = { deleted: -1, draft: 0, on: 1, off: 2 } as const
export const COUPON_STATE = { granted: 10, held: 20, used: 30, expired: 40, revoked: 50 } as const
export const couponState = z.literal(Object.values(COUPON_STATE))
export type CouponState = z.infer<typeof couponState>
export const couponStateText: Record<CouponState, string> = { 10: '可使用', 20: '订单占用中', 30: '已使用', 40: '已过期', 50: '已收回' }

export const couponRow = z.object({
  couponId: id,
  name: z.string(),
  type: couponType,
  faceFen: fen.nullable(),
  /** The part still paid, of 10000. */
  rateBp: z.number().int().nullable(),
  maxFen: fen.nullable(),
  minSubtotalFen: fen,
  state: couponState,
  validFrom: instant,
  expiresAt: instant,
  grantedAt: instant,
  /** The order that holds or used it. */
  orderId: id.nullable(),
  orderNo: z.string(),
  usedAt: instant.nullable(),
  /** What it took off that order's bill. */
  discountFen: fen.nullable(),
})
export const couponDetail = couponRow.extend({
  /** Empty lists: everywhere, every channel, every service, any hour, any pick-up. */
  cityNames: z.array(z.string()),
  channelNames: z.array(z.string()),
  serviceTypes: z.array(z.string()),
  /** Of departure, on the city's clock. */
  bands: z.array(hours),
  /** Price fences, one of which the pick-up has to lie in. */
  fenceNames: z.array(z.string()),
  newCustomerOnly: z.boolean(),
  funder: discountFunder,
  /** Masked but for the last four; empty when it was not redeemed. */
  redeemCode: z.string(),
})

/** A coupon or right for the quote at hand, with the reason for its place on the list in words. */
export const recommendation = z.discriminatedUnion('kind', [
  usableCoupon.extend({ kind: z.literal('COUPON'), why: z.string() }),
  usableRight.extend({ kind: z.literal('RIGHT'), why: z.string() }),
])

export const redeemed = z.object({
  /** Masked but for the last four. */
  code: z.string(),
  couponId: id,
  name: z.string(),
  redeemedAt: instant,
  redeemedBy: z.string(),
  couponState,
  expiresAt: instant,
})

const view = { authority: 'callCentre.view' } as const

export const couponCalls = {
  /** Every coupon the customer ever had, usable ones first, then newest first. */
  couponList: call({
    method: 'GET',
    path: '/djweb/callCenter/coupon_list',
    effect: 'read',
    access: view,
    summary: '客户优惠券',
    byPhone: ['phone'],
    input: z.object({ phone, state: optional(z.enum(['10', '20', '30', '40', '50'])) }),
    output: z.object({ rows: z.array(couponRow).max(200) }),
  }),
  couponDetail: call({
    method: 'GET',
    path: '/djweb/callCenter/coupon_detail',
    effect: 'read',
    access: view,
    summary: '优惠券详情',
    byPhone: ['phone'],
    input: z.object({ phone, couponId: id }),
    output: couponDetail,
    failures: ['coupon.notFound'],
  }),
  couponRedeem: call({
    method: 'GET',
    path: '/djweb/callCenter/coupon_redeem',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'callCentre.redeem' },
    tolerant: true,
    once: true,
    summary: '兑换优惠券',
    byPhone: ['phone'],
    input: z.object({ phone, code: requiredText(40) }),
    output: couponRow,
    failures: [
      'coupon.customerUnknown',
      'coupon.codeUnknown',
      'coupon.codeUsed',
      'coupon.codeExpired',
      'coupon.codeNotYet',
      'coupon.codeForeign',
      'coupon.codeLocked',
      'couponGrant.turnedAway',
      'couponGrant.notInGroup',
      'couponGrant.templateEnded',
      'couponGrant.alreadyGranted',
      'couponGrant.customerGone',
      'coupon.templateOff',
      'coupon.soldOut',
      'coupon.limitReached',
      'coupon.tooManyGuesses',
    ],
  }),
  couponRedeemList: call({
    method: 'GET',
    path: '/djweb/callCenter/coupon_redeem_list',
    effect: 'read',
    access: view,
    summary: '兑换记录',
    byPhone: ['phone'],
    input: z.object({ phone }),
    output: z.object({ rows: z.array(redeemed).max(100) }),
  }),
  /**
   * What the customer may use on a quote, best first: greatest discount, then earliest expiry, then smallest face. `best` takes something
   * off and is null when nothing does; `unusable` says of everything else of the customer's why it does not fit this trip.
   */
  recommendCoupons: call({
    method: 'GET',
    path: '/djweb/callCenter/recommend_coupon_list',
    effect: 'read',
    access: view,
    summary: '推荐优惠',
    byPhone: ['phone'],
    input: z.object({ phone, quoteId: id }),
    output: z.object({
      best: recommendation.nullable(),
      rows: z.array(recommendation),
      unusable: z.array(z.object({ kind: z.enum(['COUPON', 'RIGHT']), id, name: z.string(), why: z.string() })),
    }),
    failures: ['coupon.quoteUnknown'],
  }),
} satisfies Area
