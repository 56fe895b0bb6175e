import { describe, expect, test } from 'vitest'
import { dutyRules } from '../duty/index.ts'
import { checkAnswer, dutyChecksOf, isDrawn, isFaceDue, isInsuranceDue, isPassed, lockOf } from './check.rules.ts'

const now = new Date('2026-11-23T04:00:00Z')
const ago = (minutes: number, ms = 0) => new Date(now.getTime() - minutes * 60_000 + ms)
const at = { now, dayStart: ago(180) }
const rules = { ...dutyRules.standard, faceRequired: true, insuranceRequired: true }

describe('a face is asked for', () => {
  test('before duty by who showed none within its hours', () => {
    expect(isFaceDue(rules, 'ONLINE', null, at)).toBe(true)
    expect(isFaceDue(rules, 'ONLINE', ago(24 * 60), at)).toBe(true)
    expect(isFaceDue(rules, 'ONLINE', ago(24 * 60, 1), at)).toBe(false)
    expect(isFaceDue({ ...rules, faceRequired: false }, 'ONLINE', null, at)).toBe(false)
  })

  test('before the first order of the city’s day, whenever it was shown the day before', () => {
    const asked = { ...rules, faceFirstOrder: true }
    expect(isFaceDue(asked, 'FIRST_ORDER_DAY', ago(180, -1), at)).toBe(true)
    expect(isFaceDue(asked, 'FIRST_ORDER_DAY', ago(180), at)).toBe(false)
    expect(isFaceDue(rules, 'FIRST_ORDER_DAY', null, at)).toBe(false)
  })

  test.each([
    ['RANDOM', { faceRandomPercent: 5 }],
    ['BEFORE_PAYOUT', { facePayout: true }],
  ] as const)('%s: unless it was shown a moment ago', (trigger, asked) => {
    expect(isFaceDue({ ...rules, ...asked }, trigger, ago(10), at)).toBe(true)
    expect(isFaceDue({ ...rules, ...asked }, trigger, ago(10, 1), at)).toBe(false)
    expect(isFaceDue(rules, trigger, null, at)).toBe(false)
  })

  test('by chance of as many orders as the city says, and of the same ones when asked again', () => {
    const prints = Array.from({ length: 400 }, (_, n) => Buffer.from([0, 0, n >> 8, n & 255]))
    expect(prints.filter((print) => isDrawn(print, 25))).toHaveLength(100)
    expect(prints.some((print) => isDrawn(print, 0))).toBe(false)
  })
})

describe('after so many that were not passed', () => {
  test('it is shut for its minutes, then as many may be tried anew', () => {
    expect(lockOf(rules, [], now)).toEqual({ until: null, triesLeft: 3 })
    expect(lockOf(rules, [ago(5), ago(4)], now)).toEqual({ until: null, triesLeft: 1 })
    expect(lockOf(rules, [ago(31), ago(30), ago(29)], now)).toEqual({ until: ago(-1), triesLeft: 0 })
    expect(lockOf(rules, [ago(32), ago(31), ago(30)], now)).toEqual({ until: null, triesLeft: 3 })
    expect(lockOf(rules, [ago(42), ago(41), ago(40), ago(2)], now)).toEqual({ until: null, triesLeft: 2 })
  })

  test('those that were asked side by side neither lengthen it nor count afterwards', () => {
    const all = [ago(31), ago(31), ago(31), ago(30.9), ago(30.8)]
    expect(lockOf(rules, all, ago(20))).toEqual({ until: ago(1), triesLeft: 0 })
    expect(lockOf(rules, all, now)).toEqual({ until: null, triesLeft: 3 })
  })
})

describe('an insurance', () => {
  test('that was found holds for its hours and not a moment longer', () => {
    expect(isInsuranceDue(rules, null, now)).toBe(true)
    expect(isInsuranceDue(rules, ago(24 * 60, 1), now)).toBe(false)
    expect(isInsuranceDue(rules, ago(24 * 60), now)).toBe(true)
    expect(isInsuranceDue({ ...rules, insuranceRequired: false }, null, now)).toBe(false)
  })
})

describe('what a provider says', () => {
  test('is a clear yes or no; a reason that is no text is none, and a long one is cut', () => {
    expect(checkAnswer.parse({ passed: true })).toEqual({ passed: true, reason: '' })
    expect(checkAnswer.parse({ passed: false, reason: 42 })).toEqual({ passed: false, reason: '' })
    expect(checkAnswer.parse({ passed: false, reason: 'x'.repeat(300) }).reason).toHaveLength(200)
  })

  test('of a picture counts only where somebody was there; without one the service’s own app has seen to that', () => {
    expect(isPassed(checkAnswer.parse({ passed: true, live: true }), true)).toBe(true)
    expect(isPassed(checkAnswer.parse({ passed: true, live: false }), true)).toBe(false)
    expect(isPassed(checkAnswer.parse({ passed: true }), true)).toBe(false)
    expect(isPassed(checkAnswer.parse({ passed: true }), false)).toBe(true)
    expect(isPassed(checkAnswer.parse({ passed: false, live: true }), true)).toBe(false)
  })

  test.each([{}, { passed: 'true' }, { passed: 1 }, { passed: null }, 'passed', null])('%j lets nobody on duty', (said) => {
    expect(checkAnswer.safeParse(said).success).toBe(false)
  })
})

test('how face and insurance stand before duty: a lock holds whatever it fell for, but not for who is on the whitelist', () => {
  const facts = { now, day_start: ago(180), face_at: null, insured_at: null, failed_at: [], listed: false }
  const failed_at = [ago(3), ago(2), ago(1)]
  const payout = { ...dutyRules.standard, facePayout: true }
  expect(dutyChecksOf(dutyRules.standard, { ...facts, failed_at })).toEqual({ face: { is: 'NOT_ASKED' }, insurance: 'NOT_ASKED' })
  expect(dutyChecksOf(rules, facts)).toEqual({ face: { is: 'DUE' }, insurance: 'DUE' })
  expect(dutyChecksOf(rules, { ...facts, face_at: ago(5), insured_at: ago(5) })).toEqual({ face: { is: 'HOLDS' }, insurance: 'HOLDS' })
  expect(dutyChecksOf(payout, { ...facts, failed_at }).face).toEqual({ is: 'LOCKED', until: ago(-29) })
  expect(dutyChecksOf(payout, { ...facts, failed_at, listed: true }).face).toEqual({ is: 'NOT_ASKED' })
  expect(dutyChecksOf(rules, { ...facts, failed_at, listed: true }).face).toEqual({ is: 'LISTED' })
})
