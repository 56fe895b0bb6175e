import type {
  CouponRefusal,
  CouponType,
  DiscountFunder,
  FeeLine,
  PassThroughType,
  RightCover,
  RightRefusal,
} from '@chauffeur/contract/pricing/model'

/** Either waiting already measured, or the instants (UTC ms) that start its clock: the later of arrival and booked time. */
export type Waiting = { waitS: number } | { arrivedAt: number; bookTime?: number }

export type CouponTerms = { minSubtotalFen?: number; maxFen?: number; funder: DiscountFunder } & (
  | { type: Extract<CouponType, 'CASH' | 'FIXED_PRICE'>; faceFen: number }
  /** `rateBp` is the part still paid: 8500 is 15 % off. */
  | { type: Extract<CouponType, 'RATE'>; rateBp: number }
  | { type: Extract<CouponType, 'START_PRICE_FREE'> }
)

/** One or the other, so that a right and a coupon can never meet on one trip. */
export type Discount = { kind: 'coupon'; coupon: CouponTerms } | ({ kind: 'right' } & RightTerms)

export interface RightTerms {
  cover: RightCover
  excess: 'CUSTOMER_PAYS' | 'REFUSE'
  /** Of a right in money or distance, what this trip may use at most. */
  limitFen?: number
  limitM?: number
}

export interface TripToPrice {
  /** UTC ms. It alone decides the band. */
  departAt: number
  /** The city's offset from UTC; +480 in China. */
  utcOffsetMinutes: number
  distanceM: number
  waiting: Waiting
  /** Free waiting besides the template's, which the customer's level promises. */
  levelFreeS?: number
  /** From departure to the end; only packages look at it. */
  durationS?: number
  /** Overrides what arrival and booked time say. */
  driverLate?: boolean
  /** 13000 is ×1.3; up to 10000 adds nothing. */
  dynamicRateBp?: number
  /** A limit that comes with the rate; the lower of it and the template's counts. */
  dynamicMaxFen?: number
  weatherFen?: number
  /** 12000 is ×1.2 of start price and mileage; where a flat amount is given too, the higher counts alone. */
  weatherRateBp?: number
  discount?: Discount
  /** Receipts at cost. */
  passThrough?: readonly { type: PassThroughType; amountFen: number }[]
  tipFen?: number
  /** The most the enterprise pays for this trip; absent when no enterprise does. */
  enterpriseLimitFen?: number
}

/** `enterpriseLimitFen` of an enterprise that sets no limit per order. */
export const NO_LIMIT_FEN = Number.MAX_SAFE_INTEGER

export interface PricedTrip {
  lines: FeeLine[]
  /** What a discount may touch. */
  subtotalFen: number
  discountFen: number
  /** Payable: the sum of all lines. */
  totalFen: number
  enterpriseFen: number
  personalFen: number
  /** The part of a cash coupon that this trip could not use; it is gone. */
  couponLostFen: number
  /** A refused coupon is not used up. */
  couponRefused?: CouponRefusal
  rightRefused?: RightRefusal
}

export interface TemplateCandidate {
  /** Positive integer as text. */
  id: string
  version: number
  /** The highest wins; see `templateRank`. */
  rank: number
  /** UTC ms; `effectiveTo` is the first instant it no longer holds. */
  effectiveFrom: number
  effectiveTo: number | null
}

export interface Settlement {
  /** What the platform takes its share of. */
  commissionBaseFen: number
  commissionFen: number
  driverFen: number
  /** What customer and enterprise pay together. */
  payableFen: number
  /** Who makes up for the discount, and in which account. */
  funded: { funder: DiscountFunder; account: 'MARKETING_EXPENSE' | 'PARTNER_RECEIVABLE'; amountFen: number }[]
}

export interface TemplateProblem {
  /** `bands.2.from` */
  path: string
  zh: string
  en: string
}
