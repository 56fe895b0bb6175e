import type { RightCover } from '@chauffeur/contract/pricing/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CouponRow, byAdvantage, type Limits, termsOf, unusable, type Use } from './discount-choice.rules.ts'
import { type Granted, leftOf, limitsOf, reservedOf } from './right-unit.rules.ts'

const cover: fc.Arbitrary<RightCover> = fc.oneof(
  fc.integer({ min: 1, max: 20_000 }).map((capFen) => ({ kind: 'CAP' as const, capFen })),
  fc.integer({ min: 1, max: 60_000 }).map((includedM) => ({ kind: 'DISTANCE' as const, includedM })),
  fc.constant({ kind: 'FULL' as const }),
)
/** What was granted, and of it no more used than that. */
const granted: fc.Arbitrary<Granted & { cover: RightCover }> = fc
  .record({
    unit: fc.constantFrom('TIMES' as const, 'AMOUNT' as const, 'KM' as const),
    whole: fc.nat(60_000),
    usedBp: fc.nat(10_000),
    cover,
  })
  .map(({ unit, whole, usedBp, cover: covers }) => {
    const used = Math.floor((whole * usedBp) / 10_000)
    return {
      ...{ unit, cover: covers },
      ...{ times: unit === 'TIMES' ? whole : null, usedTimes: unit === 'TIMES' ? used : 0 },
      ...{ amountFen: unit === 'AMOUNT' ? whole : null, usedFen: unit === 'AMOUNT' ? used : 0 },
      ...{ distanceM: unit === 'KM' ? whole : null, usedM: unit === 'KM' ? used : 0 },
    }
  })

describe('what orders use of one grant', () => {
  test('never comes to more than was granted, however many are placed one after the other', () => {
    fc.assert(
      fc.property(granted, fc.integer({ min: 1, max: 12 }), (given, orders) => {
        const whole = leftOf(given)
        let [now, held] = [given, 0]
        for (let n = 0; n < orders; n++) {
          const { fen, m } = reservedOf(now)
          expect(fen >= 0 && m >= 0).toBe(true)
          held += fen + m
          now = { ...now, usedFen: now.usedFen + fen, usedM: now.usedM + m }
        }
        expect(held).toBeLessThanOrEqual(given.unit === 'TIMES' ? 0 : whole)
        expect(leftOf(now)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('is what the price of the trip may take and nothing else: a limit in the unit of the grant', () => {
    fc.assert(
      fc.property(granted, (given) => {
        const limits = limitsOf(given.unit, reservedOf(given))
        expect(Object.keys(limits)).toEqual(given.unit === 'AMOUNT' ? ['limitFen'] : given.unit === 'KM' ? ['limitM'] : [])
        for (const most of Object.values(limits)) expect(most).toBeLessThanOrEqual(leftOf(given))
      }),
    )
  })
})

const AT = new Date('2026-11-30T15:30:00Z')
const use: Use = {
  cityId: '330100',
  channelId: '7',
  serviceType: 'SINGLE',
  newCustomer: false,
  at: AT,
  departAt: AT,
  utcOffsetMinutes: 480,
  fenceIds: ['5'],
}
const anywhere: Limits = {
  validFrom: new Date('2026-11-01T00:00:00Z'),
  validTo: new Date('2026-12-01T00:00:00Z'),
  cityIds: [],
  channelIds: [],
  serviceTypes: [],
  bands: [],
  fenceIds: [],
  newCustomerOnly: false,
}
const why = (limits: Partial<Limits>, of: Partial<Use> = {}) => unusable({ ...anywhere, ...limits }, { ...use, ...of })

describe('what a customer has and cannot use here and now', () => {
  test.each<[string, Partial<Limits>, Partial<Use>, string | null]>([
    ['at its very first moment it is good', { validFrom: AT }, {}, null],
    ['a millisecond before, not yet', { validFrom: new Date(AT.getTime() + 1) }, {}, 'NOT_YET'],
    ['at its very end it is over', { validTo: AT }, {}, 'EXPIRED'],
    [
      'held before its end it is good for a trip after',
      { validTo: new Date(AT.getTime() + 1) },
      { departAt: new Date(AT.getTime() + 9e6) },
      null,
    ],
    ['in another city', { cityIds: ['310000'] }, {}, 'OTHER_CITY'],
    ['of a partner’s, where nobody came through one', { channelIds: ['7'] }, { channelId: null }, 'OTHER_CHANNEL'],
    ['of one of several partners', { channelIds: ['6', '7'] }, {}, null],
    ['for another service', { serviceTypes: ['HOURLY'] }, {}, 'OTHER_SERVICE'],
    ['outside its places', { fenceIds: ['4'] }, {}, 'OTHER_PLACE'],
    ['in one of its places', { fenceIds: ['4', '5'] }, {}, null],
    ['where no fence is near', { fenceIds: ['4'] }, { fenceIds: [] }, 'OTHER_PLACE'],
    ['for a first trip, of who had one', { newCustomerOnly: true }, {}, 'NEW_CUSTOMERS'],
    ['for a first trip, of who had none', { newCustomerOnly: true }, { newCustomer: true }, null],
  ])('%s', (_, limits, of, reason) => expect(why(limits, of)).toBe(reason))

  // Half past eleven in the evening in China, of the month's last day.
  test.each<[string, { from: string; to: string }[], Partial<Use>, string | null]>([
    ['the last hours of a day', [{ from: '22:00:00', to: '24:00:00' }], {}, null],
    [
      'the first hours of a day, which begin at its midnight',
      [{ from: '00:00:00', to: '06:00:00' }],
      { departAt: new Date('2026-11-30T16:00:00Z') },
      null,
    ],
    [
      'the first hours, a second before midnight',
      [{ from: '00:00:00', to: '06:00:00' }],
      { departAt: new Date('2026-11-30T15:59:59Z') },
      'OTHER_HOURS',
    ],
    ['hours that end as the trip departs', [{ from: '22:00:00', to: '23:30:00' }], {}, 'OTHER_HOURS'],
    ['hours that begin as the trip departs', [{ from: '23:30:00', to: '23:31:00' }], {}, null],
    ['the same instant in a city two hours behind', [{ from: '22:00:00', to: '24:00:00' }], { utcOffsetMinutes: 360 }, 'OTHER_HOURS'],
  ])('for %s', (_, bands, of, reason) => expect(why({ bands }, of)).toBe(reason))
})

test('the best comes first whatever the order they are read in: most off, then what ends first, then the smallest', () => {
  const one = fc.record({
    discountFen: fc.nat(3),
    expiresAt: fc.constantFrom('2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z'),
    faceFen: fc.option(fc.nat(3)),
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 10 }), (all) => {
      const sorted = all.toSorted(byAdvantage)
      expect(all.toReversed().toSorted(byAdvantage)).toEqual(sorted)
      for (const [n, best] of sorted.slice(0, -1).entries()) expect(best.discountFen).toBeGreaterThanOrEqual(sorted[n + 1]!.discountFen)
    }),
  )
})

test.each<[string, Partial<CouponRow>]>([
  ['a rate without its rate', { type: 'RATE', faceFen: 500 }],
  ['money without its sum', { type: 'CASH', rateBp: 9_000 }],
  ['a price without it', { type: 'FIXED_PRICE' }],
  ['a type that nobody knows', { type: 'GIFT', faceFen: 500 }],
])('a coupon that lacks what it is worth prices no trip: %s', (_, of) => {
  const row = { type: 'CASH', funder: 'PLATFORM', faceFen: null, rateBp: null, maxFen: null, minSubtotalFen: 0, ...of }
  expect(() => termsOf(row)).toThrow('lacks its value')
})
