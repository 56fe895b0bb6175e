import { expect, test } from 'vitest'
import { codeProblem, guessLock, normalCode, validityOf } from './redeem.rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const day = (n: number) => new Date(now.getTime() + n * 86_400_000)
const code = { customerId: null, validFrom: day(-1), validTo: day(1), used: false }
const template = { status: 1, from: null, to: null, daysAfterGrant: 30, totalIssue: 0, issued: 0, perUserLimit: 0 }
const problem = (of: object = {}, kind: object = {}, owns = 0) => codeProblem({ ...code, ...of }, { ...template, ...kind }, '7', owns, now)

test('a code is the same however it is typed', () => {
  expect(normalCode(' vip-2026 ab_1.2')).toBe('VIP2026AB12')
})

test('each reason a code is refused has its own name', () => {
  expect(problem()).toBeNull()
  expect(problem({ used: true })).toBe('coupon.codeUsed')
  expect(problem({ customerId: '8' })).toBe('coupon.codeForeign')
  expect(problem({ customerId: '7' })).toBeNull()
  expect(problem({ validFrom: day(0.1) })).toBe('coupon.codeNotYet')
  expect(problem({ validTo: now })).toBe('coupon.codeExpired')
  expect(problem({}, { from: day(-9), to: day(-1), daysAfterGrant: null })).toBe('coupon.codeExpired')
  expect(problem({}, { status: 2 })).toBe('coupon.templateOff')
  expect(problem({}, { totalIssue: 3, issued: 3 })).toBe('coupon.soldOut')
  expect(problem({}, { perUserLimit: 1 }, 1)).toBe('coupon.limitReached')
})

test('a coupon runs for its fixed period, or for days from now', () => {
  expect(validityOf(template, now)).toEqual({ validFrom: now, validTo: day(30) })
  expect(validityOf({ ...template, from: day(-1), to: day(5), daysAfterGrant: null }, now)).toEqual({ validFrom: day(-1), validTo: day(5) })
})

test('five wrong codes close the door for the rest of an hour from the first', () => {
  expect(guessLock({ phone: 4, operator: 4, oldest: day(0) }, now)).toBeNull()
  expect(guessLock({ phone: 5, operator: 5, oldest: new Date(now.getTime() - 600_000) }, now)).toBe(3_000)
  expect(guessLock({ phone: 0, operator: 30, oldest: now }, now)).toBe(3_600)
})
