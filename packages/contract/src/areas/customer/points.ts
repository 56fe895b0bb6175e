import * as z from 'zod'
import { call, type Call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, optional, page, pageOf, phone, requiredText, text } from '../../kernel/fields.ts'
import { couponGrantCalls } from '../pricing/coupon-grant.ts'
import { couponTemplateRow } from '../pricing/coupon-template.ts'
import { MOST_POINTS, pointAdjustmentState, pointEvent } from './points-model.ts'

export const pointRefusals = refusals({
  /** `data`: `{ balance, needed }`. */
  'points.tooFew': { code: 409343, zh: '积分不足', en: 'There are too few points' },
  'points.notForPoints': { code: 409344, zh: '该优惠券不能用积分兑换', en: 'This coupon is not to be had for points' },
  /** `data`: `{ pricePoints }`. */
  'points.otherPrice': {
    code: 409345,
    zh: '兑换所需积分已变，请按最新积分确认',
    en: 'The price in points is another one now: look at it again',
  },
  'points.adjustmentNotFound': { code: 404, zh: '没有这条积分调整', en: 'No such adjustment of points' },
  /** `data`: `{ state, version }`. */
  'points.adjustmentDecided': { code: 409346, zh: '该积分调整已处理', en: 'This adjustment was decided already' },
  'points.samePerson': { code: 409347, zh: '申请人不能审批自己的调整', en: 'Who asked for it cannot approve it' },
  'points.notAsker': { code: 409348, zh: '只有申请人可以撤回', en: 'Only who asked for it can take it back' },
  'points.nothing': { code: 400342, zh: '请填写要增加或扣减的积分', en: 'Say how many points', field: 'points' },
})

export const pointRecord = z.object({
  recordId: id,
  customerId: id,
  customerName: z.string(),
  /** Masked unless the operator may see it whole. */
  phone: z.string(),
  event: pointEvent,
  delta: z.number().int(),
  balanceAfter: z.number().int(),
  /** The order it was for. */
  orderId: id.nullable(),
  /** What it was about, as people call it: an order's number, a coupon's name. */
  about: z.string(),
  reason: z.string(),
  /** Empty: the system. */
  actorName: z.string(),
  cityName: z.string(),
  at: instant,
})
export type PointRecordRow = z.infer<typeof pointRecord>

const lot = z.object({ points: z.number().int(), expiresAt: instant })
const adjustment = z.object({
  adjustmentId: id,
  customerId: id,
  customerName: z.string(),
  phone: z.string(),
  points: z.number().int(),
  expiryMonths: z.number().int().nullable(),
  reason: z.string(),
  state: pointAdjustmentState,
  version: z.number().int(),
  askedBy: z.string(),
  askedAt: instant,
  decidedBy: z.string(),
  decidedAt: instant.nullable(),
  note: z.string(),
  allowedActions: z.array(z.enum(['approve', 'refuse', 'takeBack'])),
})
export type PointAdjustment = z.infer<typeof adjustment>

const { name, type, faceFen, rateBp, maxFen, minSubtotalFen, validFrom, validTo, daysAfterGrant } = couponTemplateRow.shape
const offer = z.object({
  couponTemplateId: id,
  name,
  type,
  faceFen,
  rateBp,
  maxFen,
  minSubtotalFen,
  validFrom,
  validTo,
  daysAfterGrant,
  pricePoints: z.number().int(),
  /** The name of the refusal, where this customer cannot have it now. */
  problem: z.string().nullable(),
})
export type PointOffer = z.infer<typeof offer>

const standing = z.object({
  customerId: id,
  /** Below zero: points that were taken back after they had been spent. */
  balance: z.number().int(),
  /** What ends next, soonest first. */
  ending: z.array(lot),
})
export type PointStanding = z.infer<typeof standing>

const redeemed = z.object({ couponId: id, name: z.string(), expiresAt: instant, spent: z.number().int(), balance: z.number().int() })
const redeemFailures = [
  'points.tooFew',
  'points.notForPoints',
  'points.otherPrice',
  'couponTemplate.notFound',
  'coupon.templateOff',
  'coupon.soldOut',
  'coupon.limitReached',
  'couponGrant.templateEnded',
  'couponGrant.turnedAway',
  'couponGrant.customerGone',
  'couponGrant.alreadyGranted',
  'couponGrant.notInGroup',
] as const
/** `pricePoints` as it was shown: another one is refused, not taken. */
const bought = { couponTemplateId: id, pricePoints: intBetween(1, MOST_POINTS) }

/** What customers see and do of their points by themselves. */
export const customerAppPointCalls = {
  points: call({
    method: 'GET',
    path: '/customer/v1/points',
    effect: 'read',
    access: 'customer',
    summary: '我的积分',
    input: z.object({}),
    output: standing.extend({
      offers: z.array(offer),
      /** The newest, at most fifty. */
      records: z.array(pointRecord.pick({ recordId: true, event: true, delta: true, balanceAfter: true, about: true, at: true })),
    }),
  }),
  redeem: call({
    method: 'POST',
    path: '/customer/v1/points/redeem',
    effect: 'write',
    access: 'customer',
    body: 'json',
    once: 'required',
    summary: '用积分兑换优惠券',
    input: z.object(bought),
    output: redeemed,
    failures: [...redeemFailures],
  }),
}

const view = { authority: 'points.view' } as const
const filters = {
  customerId: optional(id),
  event: optional(pointEvent),
  cityId: optional(id),
  /** A whole telephone, a part of the name, or an order's number. */
  keyword: optional(text(40)),
  atFrom: optional(instant),
  atTo: optional(instant),
}
const adjustmentVersion = { adjustmentId: id, version: intBetween(1, 1_000_000_000) }

export const pointCalls = part(
  {
    records: call({
      method: 'GET',
      path: '/api/point/records',
      effect: 'read',
      access: view,
      summary: '积分记录',
      input: page.extend(filters),
      output: pageOf(pointRecord),
    }),
    customer: call({
      method: 'GET',
      path: '/api/point/customer',
      effect: 'read',
      access: view,
      summary: '客户的积分',
      input: z.object({ customerId: id }),
      output: standing.extend({ offers: z.array(offer) }),
      failures: ['customer.notFound'],
    }),
    /** Of the caller at the desk; null: nobody known, or nothing to do with points. */
    offers: call({
      method: 'GET',
      path: '/djweb/callCenter/point_offers',
      effect: 'read',
      access: { authority: 'callCentre.view' },
      summary: '来电客户的积分与可兑换的优惠券',
      byPhone: ['phone'],
      input: z.object({ phone }),
      output: z.object({ points: standing.extend({ offers: z.array(offer) }).nullable() }),
    }),
    /** The coupon comes and the points go together, or neither. */
    deskRedeem: call({
      method: 'POST',
      path: '/djweb/callCenter/point_redeem',
      effect: 'write',
      access: { authority: 'callCentre.redeem' },
      tolerant: true,
      once: 'required',
      summary: '为来电客户用积分兑换优惠券',
      byPhone: ['phone'],
      input: z.object({ phone, ...bought }),
      output: redeemed,
      failures: ['coupon.customerUnknown', ...redeemFailures],
    }),
    redeem: call({
      method: 'POST',
      path: '/api/point/redeem',
      effect: 'write',
      access: { authority: 'points.redeem' },
      everyChannel: true,
      tolerant: true,
      once: 'required',
      summary: '为客户用积分兑换优惠券',
      input: z.object({ customerId: id, ...bought }),
      output: redeemed,
      failures: ['customer.notFound', ...redeemFailures],
    }),
    /** At once, or (from the sum that the rules name) once somebody else has approved it. */
    adjust: call({
      method: 'POST',
      path: '/api/point/adjust',
      effect: 'write',
      access: { authority: 'points.adjust' },
      everyChannel: true,
      tolerant: true,
      once: 'required',
      summary: '人工调整积分',
      input: z.object({
        customerId: id,
        /** Below zero: taken. */
        points: intBetween(-MOST_POINTS, MOST_POINTS),
        /** Of points that are given; absent: they never end. */
        expiryMonths: optional(intBetween(1, 60)),
        reason: requiredText(200),
      }),
      output: adjustment,
      failures: ['customer.notFound', 'points.nothing', 'points.tooFew'],
    }),
    adjustments: call({
      method: 'GET',
      path: '/api/point/adjustments',
      effect: 'read',
      access: view,
      summary: '积分调整',
      input: page.extend({ customerId: optional(id), state: optional(z.enum(['10', '20', '30', '40'])) }),
      output: pageOf(adjustment),
    }),
    decide: call({
      method: 'POST',
      path: '/api/point/adjustment/decide',
      effect: 'write',
      access: { authority: 'points.approve' },
      everyChannel: true,
      tolerant: true,
      once: true,
      summary: '审批积分调整',
      input: z.object({ ...adjustmentVersion, approve: flag, note: optional(text(200)) }),
      output: adjustment,
      failures: ['points.adjustmentNotFound', 'points.adjustmentDecided', 'points.samePerson', 'points.tooFew'],
    }),
    takeBack: call({
      method: 'POST',
      path: '/api/point/adjustment/take_back',
      effect: 'write',
      access: { authority: 'points.adjust' },
      everyChannel: true,
      tolerant: true,
      summary: '撤回积分调整',
      input: z.object(adjustmentVersion),
      output: adjustment,
      failures: ['points.adjustmentNotFound', 'points.adjustmentDecided', 'points.notAsker'],
    }),
  },
  (): readonly Call[] => [couponGrantCalls.coupons],
)
