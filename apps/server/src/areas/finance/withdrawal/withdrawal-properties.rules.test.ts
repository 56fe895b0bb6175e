import { WITHDRAWAL_STATE as S, type WithdrawalState } from '@chauffeur/contract/finance/withdrawal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { consequenceOf, type PastApplication } from './terms-consequence.rules.ts'
import {
  cityDay,
  type Facts,
  feeOf,
  judgeApply,
  maskedNumber,
  refusedByTerms,
  standardTerms,
  type Terms,
  termsAtLevel,
  usableAt,
  withdrawableFen,
  withdrawalMachine,
} from './withdrawal.rules.ts'

const HOUR_MS = 3_600_000
const way = fc.constantFrom('WX_SINGLE', 'WX_BATCH', 'BANK') as fc.Arbitrary<Facts['way']>
const terms: fc.Arbitrary<Terms> = fc.record({
  minFen: fc.integer({ min: 1, max: 20_000 }),
  maxFen: fc.integer({ min: 20_000, max: 1_000_000 }),
  maxPerDay: fc.integer({ min: 1, max: 5 }),
  reserveFen: fc.nat(10_000),
  feeBp: fc.nat(1_000),
  feeFlatFen: fc.nat(500),
  freePerWeek: fc.nat(5),
  weekMask: fc.nat(127),
  ways: fc.uniqueArray(way, { minLength: 1 }),
  accountCoolingHours: fc.nat(72),
  autoApproveBelowFen: fc.nat(10_000),
  secondReviewFromFen: fc.nat(500_000),
  overdueHours: fc.integer({ min: 1, max: 72 }),
})
/** Round the end of a year, of a month and of a leap February. */
const moment = fc
  .tuple(fc.constantFrom('2026-11-30', '2026-12-31', '2028-02-29', '2026-11-22'), fc.integer({ min: -30, max: 30 }), fc.nat(3_599_999))
  .map(([day, hours, ms]) => Date.parse(`${day}T12:00:00Z`) + hours * HOUR_MS + ms)
const offset = fc.constantFrom(480, 0, 360, 345, 540, -300, -570, 840)
const facts: fc.Arbitrary<Facts> = fc.record({
  terms,
  amountFen: fc.integer({ min: 1, max: 1_200_000 }),
  way,
  availableFen: fc.integer({ min: -200_000, max: 1_500_000 }),
  accountChangedAt: fc.oneof(fc.constant(undefined), fc.constant(null), moment),
  today: fc.nat(6),
  thisWeek: fc.nat(10),
  now: moment,
  utcOffsetMinutes: offset,
})

describe('an application that is taken', () => {
  test('is one that terms, account and balance all allow, whatever they are', () => {
    fc.assert(
      fc.property(facts, (given) => {
        if (judgeApply(given) !== null) return
        const { terms: by, amountFen, availableFen, accountChangedAt, now, utcOffsetMinutes } = given
        expect(by.ways).toContain(given.way)
        expect(amountFen).toBeGreaterThanOrEqual(by.minFen)
        expect(amountFen).toBeLessThanOrEqual(by.maxFen)
        expect(availableFen - amountFen, 'the reserve stays').toBeGreaterThanOrEqual(by.reserveFen)
        expect(given.today).toBeLessThan(by.maxPerDay)
        expect(accountChangedAt).not.toBeUndefined()
        if (typeof accountChangedAt === 'number') expect(now - accountChangedAt).toBeGreaterThanOrEqual(by.accountCoolingHours * HOUR_MS)
        // By the calendar of the city, where Sunday is the last day of the week.
        const weekday = (new Date(now + utcOffsetMinutes * 60_000).getUTCDay() + 6) % 7
        expect(by.weekMask & (1 << weekday)).not.toBe(0)
      }),
      { numRuns: 3_000 },
    )
  })

  test('would still be taken with more in the wallet, and with a smaller sum above the least', () => {
    fc.assert(
      fc.property(facts, fc.nat(100_000), (given, more) => {
        if (judgeApply(given) !== null) return
        expect(judgeApply({ ...given, availableFen: given.availableFen + more })).toBeNull()
        expect(judgeApply({ ...given, amountFen: Math.max(given.terms.minFen, given.amountFen - more) })).toBeNull()
      }),
    )
  })

  test('leaves the driver something after its fee, and costs none of the free ones of a week anything', () => {
    fc.assert(
      fc.property(facts, ({ terms: by, amountFen, thisWeek }) => {
        const fee = feeOf(amountFen, thisWeek, by)
        expect(Number.isInteger(fee) && fee >= 0 && fee < amountFen).toBe(true)
        if (thisWeek < by.freePerWeek) expect(fee).toBe(0)
        expect(feeOf(amountFen, thisWeek, termsAtLevel(by, null))).toBe(fee)
        for (const free of [0, 1, 7])
          expect(feeOf(amountFen, thisWeek, termsAtLevel(by, free)), 'a level never costs').toBeLessThanOrEqual(fee)
      }),
    )
  })
})

test('what is said that can be taken out is taken, and a fen more is not', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const most = withdrawableFen(given.availableFen, given.terms)
      const open = { ...given.terms, minFen: 1, maxFen: 10_000_000, weekMask: 127, maxPerDay: 99, ways: [given.way] }
      const ask = (amountFen: number) => judgeApply({ ...given, terms: open, accountChangedAt: null, amountFen })?.refusal ?? null
      if (most > 0) expect(ask(most)).toBeNull()
      expect(ask(most + 1)).toBe('withdrawal.balanceTooLow')
    }),
  )
})

test('an account is paid to from the very millisecond that the refusal names', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 72 }), (changedAt, accountCoolingHours) => {
      const at = usableAt(changedAt, { accountCoolingHours })
      const given = { ...standardTerms, accountCoolingHours, weekMask: 127 }
      const ask = (now: number) =>
        judgeApply({
          terms: given,
          amountFen: 1_000,
          way: 'BANK',
          availableFen: 1_000,
          accountChangedAt: changedAt,
          today: 0,
          thisWeek: 0,
          now,
          utcOffsetMinutes: 480,
        })
      expect(ask(at - 1)).toEqual({ refusal: 'withdrawal.accountCooling', detail: { usableAt: new Date(at).toISOString() } })
      expect(ask(at)).toBeNull()
    }),
  )
})

describe('the day and the week of a city', () => {
  test('hold the moment, are days long, and begin at its midnight and on its Monday', () => {
    fc.assert(
      fc.property(moment, offset, (now, utcOffsetMinutes) => {
        const { dayStart, weekStart, weekday } = cityDay(now, utcOffsetMinutes)
        expect(now - dayStart).toBeGreaterThanOrEqual(0)
        expect(now - dayStart).toBeLessThan(24 * HOUR_MS)
        const shown = (at: number) => new Date(at + utcOffsetMinutes * 60_000)
        expect(shown(dayStart).toISOString()).toMatch(/T00:00:00\.000Z$/)
        expect(shown(weekStart).getUTCDay()).toBe(1)
        expect(dayStart - weekStart).toBe(weekday * 24 * HOUR_MS)
      }),
    )
  })

  test('the last withdrawal of a Sunday and the first of Monday are of two weeks', () => {
    const [sunday, monday] = ['2026-11-29T15:59:59.999Z', '2026-11-29T16:00:00.000Z'].map((at) => cityDay(Date.parse(at), 480))
    expect([sunday!.weekday, monday!.weekday]).toEqual([6, 0])
    expect(monday!.weekStart - sunday!.weekStart).toBe(7 * 24 * HOUR_MS)
  })
})

test('what other terms would have done to past applications is what they would do to each of them', () => {
  const past: fc.Arbitrary<PastApplication> = fc.record({
    way,
    applyFen: fc.integer({ min: 1, max: 1_200_000 }),
    feeFen: fc.nat(5_000),
    driverId: fc.nat(5).map(String),
    today: fc.nat(6),
    thisWeek: fc.nat(8),
    freeWithdrawals: fc.option(fc.nat(6)),
    weekday: fc.nat(6),
  })
  fc.assert(
    fc.property(fc.array(past, { maxLength: 20 }), terms, (all, by) => {
      const said = consequenceOf(all, by)
      const out = all.filter((one) => refusedByTerms({ ...one, amountFen: one.applyFen, terms: by }))
      expect(said.applications).toBe(all.length)
      expect(said.refused.reduce((sum, one) => sum + one.applications, 0)).toBe(out.length)
      expect(said.refused.reduce((sum, one) => sum + one.sumFen, 0)).toBe(out.reduce((sum, one) => sum + one.applyFen, 0))
      for (const { drivers, applications } of said.refused) expect(drivers > 0 && drivers <= applications).toBe(true)
      expect(consequenceOf(all.toReversed(), by).feeAfterFen, 'in whatever order they are counted').toBe(said.feeAfterFen)
    }),
  )
})

describe('what nobody may do to a withdrawal', () => {
  const actors = ['DRIVER', 'OPERATOR', 'TIMER'] as const
  const after = (state: WithdrawalState) =>
    (Object.keys(withdrawalMachine.events) as (keyof typeof withdrawalMachine.events)[]).flatMap((event) =>
      actors.flatMap((actor) => {
        const to = withdrawalMachine.next(state, event, actor)
        return to === null ? [] : [{ event, actor, to }]
      }),
    )
  const doing = (state: WithdrawalState, of: (one: ReturnType<typeof after>[number]) => boolean) => after(state).filter(of)

  test.each([
    ['rejected', S.rejected],
    ['given back', S.refunded],
    ['cancelled by its driver', S.cancelled],
  ])('of one that was %s nothing ever becomes', (_, state) => expect(after(state)).toEqual([]))

  test('its driver has a hand in it only before it is approved', () => {
    for (const state of Object.values(S))
      expect([state, doing(state, ({ actor }) => actor === 'DRIVER').map(({ event }) => event)]).toEqual([
        state,
        state === S.applied || state === S.auditing ? ['cancel'] : [],
      ])
  })

  test('no person ends one that is on its way: only what the channel says does', () => {
    for (const state of [S.paying, S.unknown]) expect(doing(state, ({ actor }) => actor !== 'TIMER')).toEqual([])
  })

  test('none is paid that was not approved, and none that is paid, or may be, is sent again', () => {
    for (const state of Object.values(S))
      expect([state, doing(state, ({ event }) => event === 'pay').length > 0]).toEqual([state, state === S.approved || state === S.failed])
  })

  test('one that failed is paid after all only by a person, on the channel’s statement, and by no late answer', () => {
    expect(doing(S.failed, ({ to }) => to === S.paid)).toEqual([{ event: 'adopt', actor: 'OPERATOR', to: S.paid }])
    for (const state of [S.applied, S.auditing, S.approved]) expect(doing(state, ({ to }) => to === S.paid)).toEqual([])
  })

  test('from a paid one money comes back only when the bank returns it', () => {
    expect(new Set(after(S.paid).map(({ event }) => event))).toEqual(new Set(['bankReturn']))
  })
})

test('of an account number no more than its last four is ever shown, however short it is', () => {
  expect(maskedNumber('6222020200112233445')).toBe('****3445')
  fc.assert(
    fc.property(fc.string({ minLength: 5, maxLength: 30 }), (accountNo) => {
      expect(maskedNumber(accountNo)).toHaveLength(8)
      expect(maskedNumber(accountNo).startsWith('****')).toBe(true)
    }),
  )
})
