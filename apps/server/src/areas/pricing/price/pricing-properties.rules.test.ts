import type { PriceBand, PriceTemplateRules, WaitRule } from '@chauffeur/contract/pricing/model'
import { feeLine, priceTemplateRules } from '@chauffeur/contract/pricing/model'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeOf } from './bands.rules.ts'
import { commission } from '../quote/index.ts'
import { halfUpDiv, shareOf } from './integer.rules.ts'
import type { CouponTerms, Discount, TripToPrice } from './pricing.model.ts'
import { priceTrip } from './pricing.rules.ts'
import { templateProblems } from '../template/index.ts'

const price = fc.integer({ min: 0, max: 50_000 })
const distance = fc.integer({ min: 0, max: 400_000 })
const span = fc.integer({ min: 0, max: 20_000 })
const unitS = fc.constantFrom(1, 60, 900, 1800)
const stepM = fc.constantFrom(1, 500, 1000, 10_000, 20_000)

const bands: fc.Arbitrary<PriceBand[]> = fc
  .uniqueArray(fc.integer({ min: 1, max: 86_399 }), { maxLength: 4 })
  .map((cuts) => [0, ...cuts.sort((a, b) => a - b), 86_400])
  .chain((edges) =>
    fc.tuple(
      ...edges
        .slice(1)
        .map((to, i) =>
          fc.record({ from: fc.constant(timeOf(edges[i] ?? 0)), to: fc.constant(timeOf(to)), startFen: price, includedM: distance }),
        ),
    ),
  )
const limit = (freeS: number) => fc.option(fc.integer({ min: freeS, max: 40_000 }))
const wait: fc.Arbitrary<WaitRule> = span.chain((freeS) =>
  fc.oneof(
    fc.record({ kind: fc.constant('PER_MIN_CEIL' as const), freeS: fc.constant(freeS), unitS, unitFen: price, maxTotalS: limit(freeS) }),
    fc.record({
      kind: fc.constant('FULL_BLOCK_FLOOR' as const),
      freeS: fc.constant(freeS),
      unitS,
      unitFen: price,
      unitFenLate: price,
      maxTotalS: limit(freeS),
    }),
  ),
)
const common = {
  stepFen: price,
  bands,
  remote: fc.record({ on: fc.boolean(), thresholdM: distance, stepM, stepFen: price }),
  dynamicScope: fc.subarray(['START' as const, 'MILEAGE' as const, 'WAIT' as const]),
  feeMaxFen: fc.option(price),
}
const template: fc.Arbitrary<PriceTemplateRules> = fc.oneof(
  fc.record({
    ...common,
    mode: fc.constant('PER_KM' as const),
    stepM: fc.constant(1000),
    wait: fc.option(wait),
    package: fc.constant(null),
  }),
  fc.record({ ...common, mode: fc.constant('BLOCK' as const), stepM, wait: fc.option(wait), package: fc.constant(null) }),
  fc.record({
    ...common,
    mode: fc.constant('PACKAGE' as const),
    stepM,
    wait: fc.constant(null),
    package: fc.record({ includedS: span, freeS: span, unitS, unitFen: price }),
  }),
)

const funder = fc.constantFrom('PLATFORM' as const, 'TENANT' as const, 'PARTNER' as const)
const couponOf = (minSubtotalFen: fc.Arbitrary<number>): fc.Arbitrary<CouponTerms> => {
  const terms = { minSubtotalFen, maxFen: fc.option(price, { nil: undefined }), funder }
  return fc.oneof(
    fc.record({ ...terms, type: fc.constantFrom('CASH' as const, 'FIXED_PRICE' as const), faceFen: price }),
    fc.record({ ...terms, type: fc.constant('RATE' as const), rateBp: fc.integer({ min: 0, max: 11_000 }) }),
    fc.record({ ...terms, type: fc.constant('START_PRICE_FREE' as const) }),
  )
}
const right: fc.Arbitrary<Discount> = fc.record({
  kind: fc.constant('right' as const),
  cover: fc.oneof(
    fc.record({ kind: fc.constant('CAP' as const), capFen: price }),
    fc.record({ kind: fc.constant('DISTANCE' as const), includedM: distance }),
    fc.constant({ kind: 'FULL' as const }),
  ),
  excess: fc.constantFrom('CUSTOMER_PAYS' as const, 'REFUSE' as const),
})
const discount: fc.Arbitrary<Discount> = fc.oneof(
  couponOf(price).map((coupon): Discount => ({ kind: 'coupon', coupon })),
  right,
)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const trip: fc.Arbitrary<TripToPrice> = fc.record({
  departAt: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) }),
  utcOffsetMinutes: fc.constantFrom(480, 0, -300),
  distanceM: distance,
  waiting: fc.record({ waitS: span }),
  durationS: maybe(span),
  driverLate: maybe(fc.boolean()),
  dynamicRateBp: maybe(fc.integer({ min: 8000, max: 30_000 })),
  dynamicMaxFen: maybe(price),
  weatherFen: maybe(price),
  weatherRateBp: maybe(fc.integer({ min: 8000, max: 30_000 })),
  discount: maybe(discount),
  passThrough: fc.array(
    fc.record({ type: fc.constantFrom('TOLL' as const, 'PARKING' as const, 'LODGING' as const, 'OTHER' as const), amountFen: price }),
    { maxLength: 3 },
  ),
  tipFen: maybe(price),
  enterpriseLimitFen: maybe(fc.integer({ min: 0, max: 200_000 })),
})
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const waitedS = (t: TripToPrice) => ('waitS' in t.waiting ? t.waiting.waitS : 0)
const runs = { numRuns: 500 }

describe('whatever the template and the trip', () => {
  it('the templates tried are ones an operator could save', () => {
    fc.assert(
      fc.property(template, (rules) => {
        expect(templateProblems(rules)).toEqual([])
        expect(priceTemplateRules.parse(rules)).toEqual(rules)
      }),
      runs,
    )
  })

  it('the lines add up, none is of the wrong sign, and shares make the whole', () => {
    fc.assert(
      fc.property(template, trip, (rules, t) => {
        const priced = priceTrip(rules, t)
        const { lines, subtotalFen, discountFen, totalFen, enterpriseFen, personalFen, couponLostFen } = priced
        expect(sum(lines.map(({ amountFen }) => amountFen))).toBe(totalFen)
        expect(enterpriseFen + personalFen).toBe(totalFen)
        expect(Math.min(subtotalFen, discountFen, totalFen, enterpriseFen, personalFen, couponLostFen)).toBeGreaterThanOrEqual(0)
        expect(enterpriseFen).toBeLessThanOrEqual(t.enterpriseLimitFen ?? 0)
        expect(discountFen).toBeLessThanOrEqual(subtotalFen)
        expect(totalFen).toBe(subtotalFen - discountFen + sum((t.passThrough ?? []).map(({ amountFen }) => amountFen)) + (t.tipFen ?? 0))
        const discounts = lines.filter(({ type }) => type === 'RIGHTS' || type === 'COUPON')
        expect(discounts.length).toBeLessThanOrEqual(1)
        for (const line of lines) expect(discounts.includes(line) ? -line.amountFen : line.amountFen).toBeGreaterThanOrEqual(0)
        expect(new Set(lines.map(({ type }) => type)).size).toBe(lines.length)
        for (const line of lines) expect(feeLine.parse(line)).toEqual(line)
      }),
      runs,
    )
  })

  it('a discount is either taken or refused with a reason', () => {
    fc.assert(
      fc.property(template, trip, discount, (rules, t, given) => {
        const { discountFen, couponRefused, rightRefused } = priceTrip(rules, { ...t, discount: given })
        expect(discountFen > 0).toBe(!couponRefused && !rightRefused)
      }),
      runs,
    )
  })

  it('more distance never costs less', () => {
    fc.assert(
      fc.property(template, trip, fc.integer({ min: 1, max: 50_000 }), (rules, t, more) => {
        const near = priceTrip(rules, t)
        const far = priceTrip(rules, { ...t, distanceM: t.distanceM + more })
        expect(far.subtotalFen).toBeGreaterThanOrEqual(near.subtotalFen)
      }),
      runs,
    )
  })

  it('the weather adds its amount or its rate of start price and mileage, the dearer of the two, whatever else is added', () => {
    fc.assert(
      fc.property(template, trip, (rules, t) => {
        const of = (types: readonly string[]) =>
          sum(priceTrip(rules, t).lines.flatMap((line) => (types.includes(line.type) ? line.amountFen : [])))
        const rate = Math.max(0, (t.weatherRateBp ?? 10_000) - 10_000)
        expect(of(['WEATHER'])).toBe(Math.max(t.weatherFen ?? 0, shareOf(of(['START', 'MILEAGE']), rate)))
      }),
      runs,
    )
  })

  it('more waiting never costs less', () => {
    fc.assert(
      fc.property(template, trip, fc.integer({ min: 1, max: 10_000 }), (rules, t, more) => {
        const longer = { ...t, waiting: { waitS: waitedS(t) + more } }
        expect(priceTrip(rules, longer).subtotalFen).toBeGreaterThanOrEqual(priceTrip(rules, t).subtotalFen)
      }),
      runs,
    )
  })

  it('with a coupon that has no threshold, or any right, farther is never cheaper to pay', () => {
    const steady = fc.oneof(
      couponOf(fc.constant(0)).map((coupon): Discount => ({ kind: 'coupon', coupon })),
      right,
    )
    fc.assert(
      fc.property(template, trip, steady, fc.integer({ min: 1, max: 50_000 }), (rules, t, given, more) => {
        const near = priceTrip(rules, { ...t, discount: given })
        const far = priceTrip(rules, { ...t, discount: given, distanceM: t.distanceM + more })
        expect(far.totalFen).toBeGreaterThanOrEqual(near.totalFen)
      }),
      runs,
    )
  })

  it('the bill from the clock and a stored template equals the quote for the same trip', () => {
    fc.assert(
      fc.property(template, trip, fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 3600 }), (rules, t, ms, earlyS) => {
        const bookTime = t.departAt - waitedS(t) * 1000 - ms
        const stored = priceTemplateRules.parse(JSON.parse(JSON.stringify(rules)))
        const billed: TripToPrice = { ...t, waiting: { arrivedAt: bookTime - earlyS * 1000, bookTime } }
        expect(priceTrip(stored, billed)).toEqual(priceTrip(rules, t))
      }),
      runs,
    )
  })

  it('what payer and funder give is what platform and driver get', () => {
    fc.assert(
      fc.property(template, trip, fc.integer({ min: 0, max: 10_000 }), (rules, t, rateBp) => {
        const priced = priceTrip(rules, t)
        const { payableFen, funded, commissionFen, driverFen, commissionBaseFen } = commission(priced.lines, rateBp)
        expect(payableFen).toBe(priced.totalFen)
        expect(sum(funded.map(({ amountFen }) => amountFen))).toBe(priced.discountFen)
        expect(payableFen + priced.discountFen).toBe(commissionFen + driverFen)
        expect(commissionFen).toBeLessThanOrEqual(commissionBaseFen)
        expect(driverFen).toBeGreaterThanOrEqual(0)
      }),
      runs,
    )
  })
})

describe('rounding', () => {
  it('goes to the nearest, a half up', () => {
    expect([halfUpDiv(4, 3), halfUpDiv(5, 3), halfUpDiv(1, 2), halfUpDiv(3, 2), halfUpDiv(0, 7)]).toEqual([1, 2, 1, 2, 0])
    expect(() => halfUpDiv(1, 0)).toThrow(RangeError)
    expect(() => halfUpDiv(-1, 2)).toThrow(RangeError)
  })

  it('agrees with exact arithmetic for amounts of any size', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000_000_000 })
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 1, max: 1_000_000 }), (n, rateBp, d) => {
        const exact = (dividend: bigint, divisor: bigint) => Number((dividend * 2n + divisor) / (divisor * 2n))
        expect(shareOf(Math.floor(n / 10), rateBp)).toBe(exact(BigInt(Math.floor(n / 10)) * BigInt(rateBp), 10_000n))
        expect(halfUpDiv(n, d)).toBe(exact(BigInt(n), BigInt(d)))
      }),
      runs,
    )
  })
})
