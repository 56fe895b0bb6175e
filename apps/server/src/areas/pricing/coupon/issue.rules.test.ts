import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareOut, validityOf } from './issue.rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const day = (n: number) => new Date(now.getTime() + n * 86_400_000)
const template = { status: 1, from: null, to: null, daysAfterGrant: 30, totalIssue: 0, issued: 0, perUserLimit: 0, groupIds: [] }
const someone = { customerId: '7', owns: 0, had: false, turnedAway: false, outside: false }
const problem = (of: object = {}, who: object = {}) =>
  shareOut({ ...template, ...of }, [{ ...someone, ...who }], now).refused.get('7') ?? null

test('each reason why a customer gets no coupon has its own name', () => {
  expect(problem()).toBeNull()
  expect(problem({ status: 0 })).toBe('coupon.templateOff')
  expect(problem({ status: 2 })).toBe('coupon.templateOff')
  expect(problem({ from: day(-9), to: now, daysAfterGrant: null })).toBe('couponGrant.templateEnded')
  expect(problem({ totalIssue: 3, issued: 3 })).toBe('coupon.soldOut')
  expect(problem({ totalIssue: 3, issued: 2 })).toBeNull()
  expect(problem({ perUserLimit: 1 }, { owns: 1 })).toBe('coupon.limitReached')
  expect(problem({}, { had: true })).toBe('couponGrant.alreadyGranted')
  expect(problem({}, { turnedAway: true })).toBe('couponGrant.turnedAway')
  expect(problem({}, { outside: true })).toBe('couponGrant.notInGroup')
})

test('nobody gets more than the limits, everybody gets a coupon or a reason, and none is kept back while somebody could have it', () => {
  const receivers = fc.uniqueArray(
    fc.record({ customerId: fc.nat(50).map(String), owns: fc.nat(3), had: fc.boolean(), turnedAway: fc.boolean(), outside: fc.boolean() }),
    { selector: ({ customerId }) => customerId, maxLength: 30 },
  )
  fc.assert(
    fc.property(receivers, fc.nat(12), fc.nat(12), fc.nat(3), (all, totalIssue, before, perUserLimit) => {
      const issued = totalIssue > 0 ? Math.min(before, totalIssue) : before
      const { granted, refused } = shareOut({ ...template, totalIssue, issued, perUserLimit }, all, now)
      expect([...granted, ...refused.keys()].sort()).toEqual(all.map(({ customerId }) => customerId).sort())
      if (totalIssue > 0) expect(issued + granted.length).toBeLessThanOrEqual(totalIssue)
      for (const { customerId, owns, had, turnedAway, outside } of all)
        if (granted.includes(customerId)) expect(had || turnedAway || outside || (perUserLimit > 0 && owns >= perUserLimit)).toBe(false)
      if ([...refused.values()].includes('coupon.soldOut')) expect(issued + granted.length).toBe(totalIssue)
    }),
  )
})

test('a coupon runs for its fixed period, or for days from now', () => {
  expect(validityOf(template, now)).toEqual({ validFrom: now, validTo: day(30) })
  expect(validityOf({ ...template, from: day(-1), to: day(5), daysAfterGrant: null }, now)).toEqual({ validFrom: day(-1), validTo: day(5) })
})
