import { STANDARD_EXP_RULES as rules } from '@chauffeur/contract/driver/level-model'
import { expect, test } from 'vitest'
import { countExperience, type Counting, wrongSign } from './experience.rules.ts'

const count = (more: Partial<Counting>) =>
  countExperience({ event: 'ORDER_DONE', exp: 100, today: 0, isProtected: false, taken: 0, ...more }, rules)

test('an event gives what its rule says, within the cap of the day', () => {
  expect(count({})).toEqual({ delta: 10, balance: 110, note: '' })
  expect(count({ today: 115 })).toEqual({ delta: 5, balance: 105, note: 'DAY_CAP' })
  expect(count({ today: 120 })).toEqual({ delta: 0, balance: 100, note: 'DAY_CAP' })
  expect(countExperience({ event: 'PRAISE', exp: 1, today: 0, isProtected: false, taken: 0 }, [])).toEqual({
    delta: 0,
    balance: 1,
    note: 'NO_RULE',
  })
})

test('what is taken is never more than there is, nor anything while drivers are protected; a forgiven cancellation gives back what it took', () => {
  expect(count({ event: 'COMPLAINT' })).toEqual({ delta: -50, balance: 50, note: '' })
  expect(count({ event: 'COMPLAINT', exp: 30 })).toEqual({ delta: -30, balance: 0, note: 'FLOOR' })
  expect(count({ event: 'COMPLAINT', exp: 0 })).toEqual({ delta: 0, balance: 0, note: 'FLOOR' })
  expect(count({ event: 'CANCEL', isProtected: true })).toEqual({ delta: 0, balance: 100, note: 'PROTECTED' })
  expect(count({ isProtected: true })).toEqual({ delta: 10, balance: 110, note: '' })
  expect(count({ event: 'CANCEL_FORGIVEN', taken: -20 })).toEqual({ delta: 20, balance: 120, note: '' })
  const capped = [{ event: 'CANCEL' as const, delta: -20, dayCap: 30 }]
  const again = { event: 'CANCEL' as const, exp: 100, today: 20, isProtected: false, taken: 0 }
  expect(countExperience(again, capped)).toEqual({ delta: -10, balance: 90, note: 'DAY_CAP' })
})

test('what is bad takes and what is good gives', () => {
  expect(wrongSign(rules)).toBe(-1)
  expect(wrongSign([{ event: 'COMPLAINT', delta: 5, dayCap: null }])).toBe(0)
  expect(wrongSign([rules[0]!, { event: 'PRAISE', delta: -1, dayCap: null }])).toBe(1)
})
