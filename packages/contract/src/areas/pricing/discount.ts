import * as z from 'zod'
import { refusals } from '../../kernel/envelope.ts'
import { fen, id, instant, metres } from '../../kernel/fields.ts'
import { couponType } from './model.ts'
import { rightUnit } from './right.ts'

export const discountRefusals = refusals({
  'pricing.oneDiscount': { code: 40044, zh: '优惠券与权益不能同时使用', en: 'A coupon and a right cannot be used together' },
  /** `data`: `{ reason, why: { zh, en } }`, here and below. */
  'pricing.couponUnusable': {
    code: 40946,
    zh: '优惠券不可用，请另选或不使用优惠券',
    en: 'The coupon cannot be used, choose another or none',
  },
  'pricing.rightUnusable': { code: 40947, zh: '权益不可用，请另选或不使用权益', en: 'The right cannot be used, choose another or none' },
})

/** `TAKEN` also says that the last use of a right went to somebody else a moment ago; `USER_LIMIT` that the customer had all of theirs. */
export const unusableReason = z.enum([
  'NOT_FOUND',
  'TAKEN',
  'NOT_YET',
  'EXPIRED',
  'OTHER_CITY',
  'OTHER_CHANNEL',
  'OTHER_SERVICE',
  'OTHER_HOURS',
  'OTHER_PLACE',
  'USER_LIMIT',
  'NEW_CUSTOMERS',
])
export type UnusableReason = z.infer<typeof unusableReason>

/** A coupon a customer may use; those of a quote that it takes something off come first. */
export const usableCoupon = z.object({
  couponId: id,
  name: z.string(),
  type: couponType,
  faceFen: fen.nullable(),
  rateBp: z.number().int().nullable(),
  minSubtotalFen: fen,
  expiresAt: instant,
  /** What it takes off the quote that was asked about; null without one. */
  discountFen: fen.nullable(),
})
export const usableRight = z.object({
  rightGrantId: id,
  name: z.string(),
  unit: rightUnit,
  /** Null where only money or distance limits it; what is left of that stands below. */
  timesLeft: z.number().int().nullable(),
  amountLeftFen: fen.nullable(),
  distanceLeftM: metres.nullable(),
  expiresAt: instant,
  discountFen: fen.nullable(),
})
