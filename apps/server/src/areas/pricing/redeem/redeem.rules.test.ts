import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CODE_LENGTH, codeOf, codeProblem, guessLock, normalCode, printedCode } from './redeem.rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const day = (n: number) => new Date(now.getTime() + n * 86_400_000)
const code = { customerId: null, validFrom: day(-1), validTo: day(1), used: false, locked: false }
const problem = (of: object = {}) => codeProblem({ ...code, ...of }, '7', now)

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
  expect(problem({ locked: true })).toBe('coupon.codeLocked')
})

test('a printed code is read back as it was made', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 40, maxLength: 40 }), (bytes) => {
      const made = codeOf(bytes)
      if (made === null) return
      expect(made).toMatch(new RegExp(`^[2-9B-DF-HJKMNP-TV-XZ]{${CODE_LENGTH}}$`))
      expect(normalCode(printedCode(made).toLowerCase())).toBe(made)
    }),
  )
  expect(codeOf(new Uint8Array(40).fill(255))).toBeNull()
  expect(printedCode('23456789BCDF')).toBe('2345-6789-BCDF')
})

test('five wrong codes close the door for the rest of an hour from the first', () => {
  expect(guessLock({ phone: 4, operator: 4, oldest: day(0) }, now)).toBeNull()
  expect(guessLock({ phone: 5, operator: 5, oldest: new Date(now.getTime() - 600_000) }, now)).toBe(3_000)
  expect(guessLock({ phone: 0, operator: 30, oldest: now }, now)).toBe(3_600)
})
