import type { CouponRefusal, FeeLine, RightCover, RightRefusal } from '@chauffeur/contract/pricing/model'
import { shareOf } from './integer.rules.ts'
import type { CouponTerms, Discount, RightTerms } from './pricing.model.ts'

/** What the discount needs to know of the trip's charges. */
export interface Due {
  subtotalFen: number
  startFen: number
  distanceM: number
  /** What the same trip would cost over so many metres. */
  subtotalWithinM: (distanceM: number) => number
}

export interface Discounted {
  line?: FeeLine
  couponLostFen: number
  couponRefused?: CouponRefusal
  rightRefused?: RightRefusal
}

/** A discount that takes nothing off is refused, so that nobody spends a coupon or a right for nothing. */
export function discountOf(discount: Discount, due: Due): Discounted {
  return discount.kind === 'coupon' ? couponOf(discount.coupon, due) : rightOf(discount, due)
}

function couponOf(coupon: CouponTerms, { subtotalFen, startFen }: Due): Discounted {
  const minSubtotalFen = coupon.minSubtotalFen ?? 0
  if (subtotalFen < minSubtotalFen) return { couponLostFen: 0, couponRefused: 'BELOW_THRESHOLD' }
  const valueFen = Math.min(subtotalFen, couponValue(coupon, subtotalFen, startFen), coupon.maxFen ?? subtotalFen)
  if (valueFen === 0) return { couponLostFen: 0, couponRefused: 'NO_BENEFIT' }
  const lostFen = coupon.type === 'CASH' ? coupon.faceFen - valueFen : 0
  return {
    couponLostFen: lostFen,
    line: {
      type: 'COUPON',
      amountFen: -valueFen,
      rule: {
        kind: 'COUPON',
        couponType: coupon.type,
        funder: coupon.funder,
        subtotalFen,
        minSubtotalFen,
        faceFen: 'faceFen' in coupon ? coupon.faceFen : null,
        rateBp: 'rateBp' in coupon ? coupon.rateBp : null,
        maxFen: coupon.maxFen ?? null,
        lostFen,
      },
    },
  }
}

function couponValue(coupon: CouponTerms, subtotalFen: number, startFen: number): number {
  switch (coupon.type) {
    case 'CASH':
      return coupon.faceFen
    case 'RATE':
      return Math.max(0, subtotalFen - shareOf(subtotalFen, coupon.rateBp))
    case 'FIXED_PRICE':
      return Math.max(0, subtotalFen - coupon.faceFen)
    case 'START_PRICE_FREE':
      return startFen
  }
}

function rightOf({ cover, excess, limitFen, limitM }: RightTerms, due: Due): Discounted {
  const { subtotalFen } = due
  const coverFen = Math.min(coverOf(cover, due), limitFen ?? Infinity, limitM === undefined ? Infinity : due.subtotalWithinM(limitM))
  if (excess === 'REFUSE' && subtotalFen > coverFen) return { couponLostFen: 0, rightRefused: 'EXCEEDS_COVER' }
  const valueFen = Math.min(subtotalFen, coverFen)
  if (valueFen === 0) return { couponLostFen: 0, rightRefused: 'NO_BENEFIT' }
  const limits = {
    ...(limitFen !== undefined && { limitFen }),
    ...(limitM !== undefined && { limitM, usedM: Math.min(due.distanceM, limitM, cover.kind === 'DISTANCE' ? cover.includedM : limitM) }),
  }
  return {
    couponLostFen: 0,
    line: { type: 'RIGHTS', amountFen: -valueFen, rule: { kind: 'RIGHT', cover, coverFen, subtotalFen, ...limits } },
  }
}

function coverOf(cover: RightCover, due: Due): number {
  switch (cover.kind) {
    case 'CAP':
      return cover.capFen
    case 'DISTANCE':
      return due.subtotalWithinM(cover.includedM)
    case 'FULL':
      return due.subtotalFen
  }
}
