import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limitsOf, monthLeft, type PayerFacts, payerLimit } from './enterprise.rules.ts'

const fen = fc.nat(200_000)
const month = fc.record({ usedFen: fen, promisedFen: fen })
const hour = fc.integer({ min: 0, max: 23 }).map((h) => `${String(h).padStart(2, '0')}:00`)
const payer: fc.Arbitrary<PayerFacts> = fc.record({
  enterprise: fc.record({
    active: fc.boolean(),
    cityIds: fc.subarray(['330100', '310000']),
    hours: fc.option(fc.record({ from: hour, to: hour })),
    perOrderLimitFen: fc.option(fen),
    monthLimitFen: fc.option(fc.nat(600_000)),
    month,
    availableFen: fc.integer({ min: -10_000, max: 300_000 }),
  }),
  employee: fc.option(fc.record({ active: fc.boolean(), monthLimitFen: fc.option(fc.nat(600_000)), month }), { freq: 8 }),
})
const trip = fc.record({
  cityId: fc.constantFrom('330100', '310000'),
  departAt: fc.integer({ min: 0, max: 47 }).map((h) => new Date(Date.parse('2026-11-30T00:30:00Z') + h * 3_600_000)),
  utcOffsetMinutes: fc.constantFrom(480, 0, 360, -300),
})

describe('what an enterprise pays of an order', () => {
  test('is never more than its limit of an order, what is left of either month, and what it has', () => {
    fc.assert(
      fc.property(payer, trip, (facts, where) => {
        const found = payerLimit(facts, where)
        if ('refusal' in found) return
        const { enterprise, employee } = facts
        expect(found.limitFen).toBeLessThanOrEqual(enterprise.perOrderLimitFen ?? Infinity)
        for (const most of [enterprise.availableFen, monthLeft(enterprise), monthLeft(employee!)])
          expect(found.restFen).toBeLessThanOrEqual(most)
        expect(found.limitFen).toBeLessThanOrEqual(found.restFen)
        expect(found.restFen, 'nobody is told that it pays, and it pays nothing').toBeGreaterThan(0)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is nothing for who is not its employee any more, whatever it has', () => {
    fc.assert(
      fc.property(payer, trip, (facts, where) => {
        const gone = { ...facts, employee: facts.employee && { ...facts.employee, active: false } }
        expect(payerLimit(gone, where)).toEqual({ refusal: 'enterprise.notEmployee' })
      }),
    )
  })

  test('one more limit never makes it more', () => {
    fc.assert(
      fc.property(payer, trip, fen, (facts, where, perOrderLimitFen) => {
        const [free, held] = [null, perOrderLimitFen].map((own) =>
          payerLimit({ ...facts, enterprise: { ...facts.enterprise, perOrderLimitFen: own } }, where),
        )
        if ('refusal' in free! || 'refusal' in held!) return
        expect(held!.limitFen).toBeLessThanOrEqual(free!.limitFen)
      }),
    )
  })
})

test('several drivers at once never promise more than there is, nor more than the limit of one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fen, fen, fen, (count, limitFen, restFen, expectedFen) => {
      const limits = limitsOf(count, { limitFen, restFen }, expectedFen)
      expect(limits).toHaveLength(count)
      let leftFen = restFen
      for (const own of limits) {
        expect(own).toBeGreaterThanOrEqual(0)
        expect(own).toBeLessThanOrEqual(Math.min(limitFen, Math.max(0, leftFen)))
        leftFen -= Math.min(own, expectedFen)
      }
      expect(leftFen).toBeGreaterThanOrEqual(0)
      expect(limits, 'the first has the most').toEqual(limits.toSorted((a, b) => b - a))
    }),
  )
})

describe('the hours in which an enterprise pays', () => {
  const base = {
    active: true,
    cityIds: [],
    perOrderLimitFen: null,
    monthLimitFen: null,
    month: { usedFen: 0, promisedFen: 0 },
    availableFen: 1,
  }
  const pays = (hours: { from: string; to: string }, at: string, utcOffsetMinutes = 480) =>
    'limitFen' in
    payerLimit(
      { enterprise: { ...base, hours }, employee: { active: true, monthLimitFen: null, month: { usedFen: 0, promisedFen: 0 } } },
      { cityId: '330100', departAt: new Date(at), utcOffsetMinutes },
    )
  const night = { from: '22:00', to: '06:00' }
  test.each([
    ['a second before ten in the evening', '2026-11-30T13:59:59Z', false],
    ['ten in the evening', '2026-11-30T14:00:00Z', true],
    ['midnight at the end of the month', '2026-11-30T16:00:00Z', true],
    ['a second before six', '2026-11-30T21:59:59Z', true],
    ['six in the morning', '2026-11-30T22:00:00Z', false],
  ])('of the night: %s in China', (_, at, is) => expect(pays(night, at)).toBe(is))

  test('are those of the city where it is driven: ten in China is eight where the clock is two hours behind', () => {
    expect(pays(night, '2026-11-30T14:00:00Z', 360)).toBe(false)
    expect(pays(night, '2026-11-30T16:00:00Z', 360)).toBe(true)
  })

  test('by day and by night together are the whole day, and no minute is of both', () => {
    for (let minute = 0; minute < 1_440; minute += 7) {
      const at = new Date(Date.UTC(2026, 10, 30, 0, minute)).toISOString()
      expect(pays(night, at), at).toBe(!pays({ from: '06:00', to: '22:00' }, at))
    }
  })
})
