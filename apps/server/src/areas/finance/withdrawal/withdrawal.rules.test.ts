import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cityDay, type Facts, feeOf, judgeApply, type Terms, usableAt, withdrawableFen } from './withdrawal.rules.ts'

const terms: Terms = {
  minFen: 1_000,
  maxFen: 500_000,
  maxPerDay: 3,
  reserveFen: 2_000,
  feeBp: 60,
  feeFlatFen: 100,
  freePerWeek: 1,
  weekMask: 0b0011111,
  ways: ['BANK'],
  accountCoolingHours: 24,
  autoApproveBelowFen: 0,
  secondReviewFromFen: 0,
  overdueHours: 24,
}
/** A Saturday, 02:00 in China: still Friday in UTC. */
const SATURDAY = Date.parse('2026-11-20T18:00:00Z')
const FRIDAY = SATURDAY - 12 * 3_600_000
const facts: Facts = {
  terms,
  amountFen: 10_000,
  way: 'BANK',
  availableFen: 50_000,
  accountChangedAt: null,
  today: 0,
  thisWeek: 0,
  now: FRIDAY,
  utcOffsetMinutes: 480,
}
const refusal = (more: Partial<Facts>) => judgeApply({ ...facts, ...more })?.refusal

test('an application is judged by the terms, and each refusal says what would do', () => {
  expect(judgeApply(facts)).toBeNull()
  expect(refusal({ way: 'WX_SINGLE' })).toBe('withdrawal.wayClosed')
  expect(refusal({ accountChangedAt: undefined })).toBe('withdrawal.noAccount')
  expect(judgeApply({ ...facts, accountChangedAt: FRIDAY - 3_600_000 })).toEqual({
    refusal: 'withdrawal.accountCooling',
    detail: { usableAt: new Date(FRIDAY + 23 * 3_600_000).toISOString() },
  })
  expect(refusal({ accountChangedAt: FRIDAY - 24 * 3_600_000 })).toBeUndefined()
  expect(refusal({ today: 3 })).toBe('withdrawal.tooManyToday')
  expect(judgeApply({ ...facts, amountFen: 999 })).toEqual({ refusal: 'withdrawal.belowMinimum', detail: { minFen: 1_000 } })
  expect(refusal({ amountFen: 1_000 })).toBeUndefined()
  expect(refusal({ amountFen: 500_001, availableFen: 9_000_000 })).toBe('withdrawal.aboveMaximum')
})

test('the reserve stays, and who owes takes nothing out', () => {
  expect(refusal({ amountFen: 48_000 })).toBeUndefined()
  expect(judgeApply({ ...facts, amountFen: 48_001 })).toEqual({ refusal: 'withdrawal.balanceTooLow', detail: { withdrawableFen: 48_000 } })
  expect(withdrawableFen(-5_000, terms)).toBe(0)
  expect(refusal({ availableFen: -5_000 })).toBe('withdrawal.balanceTooLow')
})

test('days and weeks are the city’s: two in the morning of a Saturday in China is no Friday', () => {
  expect(refusal({ now: SATURDAY })).toBe('withdrawal.notToday')
  expect(cityDay(SATURDAY, 480)).toEqual({
    weekday: 5,
    dayStart: Date.parse('2026-11-20T16:00:00Z'),
    weekStart: Date.parse('2026-11-15T16:00:00Z'),
  })
})

test('the first withdrawals of a week are free, later ones cost a share, half-up, and a flat sum', () => {
  expect(feeOf(10_000, 0, terms)).toBe(0)
  expect(feeOf(10_000, 1, terms)).toBe(160)
  expect(feeOf(1_083, 1, terms)).toBe(106)
  expect(feeOf(1_084, 1, terms)).toBe(107)
})

test('whatever the terms, something is left to be paid out and nothing is paid for having it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.nat(5),
      fc.nat(2_000),
      fc.nat(100_000),
      (amountFen, week, feeBp, feeFlatFen) => {
        const fee = feeOf(amountFen, week, { ...terms, feeBp, feeFlatFen })
        expect(fee).toBeGreaterThanOrEqual(0)
        expect(fee).toBeLessThan(amountFen)
      },
    ),
  )
})

test('a first account is paid to at once', () => {
  expect(usableAt(null, terms)).toBe(0)
})
