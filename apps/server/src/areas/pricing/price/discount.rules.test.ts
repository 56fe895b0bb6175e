import { templateA } from '#demo/pricing/price-templates'
import { describe, expect, it } from 'vitest'
import { discountOf, type Due } from './discount.rules.ts'
import type { CouponTerms, Discount } from './pricing.model.ts'
import { priceTrip } from './pricing.rules.ts'

const due = (subtotalFen: number): Due => ({ subtotalFen, startFen: 3500, distanceM: 0, subtotalWithinM: () => subtotalFen })
const take = (coupon: CouponTerms, subtotalFen: number) => discountOf({ kind: 'coupon', coupon }, due(subtotalFen))
const amountOf = (coupon: CouponTerms, subtotalFen: number) => take(coupon, subtotalFen).line?.amountFen

describe('coupons', () => {
  it('a threshold is met at exactly its amount', () => {
    const coupon: CouponTerms = { type: 'CASH', faceFen: 2000, minSubtotalFen: 6000, funder: 'PLATFORM' }
    expect(amountOf(coupon, 6000)).toBe(-2000)
    expect(take(coupon, 5999)).toEqual({ couponLostFen: 0, couponRefused: 'BELOW_THRESHOLD' })
  })

  it('a rate coupon leaves the rounded-up part to pay and stops at its most', () => {
    const coupon: CouponTerms = { type: 'RATE', rateBp: 8500, maxFen: 1500, funder: 'TENANT' }
    expect(amountOf(coupon, 5950)).toBe(-892) // 85 % of 59.50 is 50.575, half-up 50.58
    expect(amountOf(coupon, 20_000)).toBe(-1500)
  })

  it('a fixed price replaces the fare and is not spent on a cheaper trip', () => {
    const coupon: CouponTerms = { type: 'FIXED_PRICE', faceFen: 2900, funder: 'PLATFORM' }
    expect(amountOf(coupon, 5950)).toBe(-3050)
    expect(take(coupon, 2900)).toEqual({ couponLostFen: 0, couponRefused: 'NO_BENEFIT' })
  })

  it('a free start price takes off the start price and no more', () => {
    expect(amountOf({ type: 'START_PRICE_FREE', funder: 'PARTNER' }, 5950)).toBe(-3500)
    expect(amountOf({ type: 'START_PRICE_FREE', maxFen: 3000, funder: 'PARTNER' }, 5950)).toBe(-3000)
  })

  it('a rate of 100 % is refused, not spent', () => {
    expect(take({ type: 'RATE', rateBp: 10_000, funder: 'PLATFORM' }, 5950).couponRefused).toBe('NO_BENEFIT')
  })
})

describe('partner rights', () => {
  const right = (cover: Extract<Discount, { kind: 'right' }>['cover'], excess: 'CUSTOMER_PAYS' | 'REFUSE' = 'CUSTOMER_PAYS') => {
    const departAt = Date.parse('2026-03-14T12:00:00+08:00')
    const discount: Discount = { kind: 'right', cover, excess }
    return priceTrip(templateA, { departAt, utcOffsetMinutes: 480, distanceM: 15_000, waiting: { waitS: 720 }, discount })
  }

  it('a right to ten kilometres leaves the kilometres beyond to the customer', () => {
    expect(right({ kind: 'DISTANCE', includedM: 10_000 })).toMatchObject({ subtotalFen: 6150, discountFen: 4400, totalFen: 1750 })
  })

  it('a right to more than the trip pays the trip', () => {
    expect(right({ kind: 'DISTANCE', includedM: 30_000 })).toMatchObject({ discountFen: 6150, totalFen: 0 })
    expect(right({ kind: 'FULL' }, 'REFUSE')).toMatchObject({ discountFen: 6150, totalFen: 0 })
  })

  it('a right without excess is refused when the fare exceeds it by a fen', () => {
    expect(right({ kind: 'CAP', capFen: 6149 }, 'REFUSE')).toMatchObject({ discountFen: 0, totalFen: 6150, rightRefused: 'EXCEEDS_COVER' })
    expect(right({ kind: 'CAP', capFen: 6150 }, 'REFUSE')).toMatchObject({ discountFen: 6150, totalFen: 0 })
  })

  it('a used-up right is refused', () => {
    expect(right({ kind: 'CAP', capFen: 0 })).toMatchObject({ discountFen: 0, rightRefused: 'NO_BENEFIT' })
  })
})
