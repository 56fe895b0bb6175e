import { type DriverLevel, type LevelFigures, STANDARD_DRIVER_LEVELS as levels } from '@chauffeur/contract/driver/level-model'
import { expect, test } from 'vitest'
import { cancelBpOf, checksOf, deservedLevel, judgeLevel, type Judged, ladderFault } from './level.rules.ts'

const figures = (more: Partial<LevelFigures> = {}): LevelFigures => ({
  exp: 0,
  orders: 0,
  cancels: 0,
  cancelBp: 0,
  ratingX100: 500,
  acceptBp: null,
  ...more,
})
const silver = figures({ exp: 2_000, orders: 40 })
const rules = { mostDown: 1, newDriverDays: 30 }
const judge = (more: Partial<Judged>, cycleEnds = false) =>
  judgeLevel({ level: 1, figures: figures(), white: null, isProtected: false, daysHere: 400, ...more }, levels, rules, cycleEnds)

test('a level is deserved where everything it asks for is met', () => {
  expect(deservedLevel(levels, figures())).toBe(1)
  expect(deservedLevel(levels, silver)).toBe(3)
  expect(deservedLevel(levels, { ...silver, orders: 39 })).toBe(2)
  expect(deservedLevel(levels, { ...silver, ratingX100: 459 })).toBe(2)
  expect(deservedLevel(levels, { ...silver, cancelBp: 1_501 })).toBe(2)
  expect(checksOf(levels[2]!, { ...silver, cancelBp: 1_501 })).toEqual([
    { kind: 'EXP', need: 2_000, has: 2_000, met: true },
    { kind: 'ORDERS', need: 40, has: 40, met: true },
    { kind: 'RATING', need: 460, has: 500, met: true },
    { kind: 'CANCEL_RATE', need: 1_500, has: 1_501, met: false },
  ])
})

test('up comes at once, over several levels; down when the cycle ends, and no further than the rules say', () => {
  expect(judge({ figures: silver })).toEqual({ to: 3, cause: 'UP' })
  expect(judge({ level: 3 })).toEqual({ to: 3, cause: null })
  expect(judge({ level: 3 }, true)).toEqual({ to: 2, cause: 'CYCLE' })
  expect(judge({ level: 3, figures: silver }, true)).toEqual({ to: 3, cause: null })
  expect(judge({ level: 1 }, true)).toEqual({ to: 1, cause: null })
})

test('who is protected, new or on the list keeps a level, and it is said why', () => {
  expect(judge({ level: 3, isProtected: true }, true)).toEqual({ to: 3, cause: 'PROTECTED' })
  expect(judge({ level: 3, daysHere: 29 }, true)).toEqual({ to: 3, cause: 'NEW_DRIVER' })
  expect(judge({ level: 3, daysHere: 30 }, true)).toEqual({ to: 2, cause: 'CYCLE' })
  expect(judge({ level: 3, white: { effect: 'NO_DOWNGRADE', level: null } }, true)).toEqual({ to: 3, cause: 'WHITELIST' })
  // Nothing keeps them from rising.
  expect(judge({ level: 2, figures: silver, isProtected: true, white: { effect: 'NO_DOWNGRADE', level: null } })).toEqual({
    to: 3,
    cause: 'UP',
  })
})

test('a fixed level is it whatever happens; one that is at least so is risen above and not fallen below', () => {
  const fixed = { effect: 'FIXED' as const, level: 2 }
  expect(judge({ level: 4, white: fixed })).toEqual({ to: 2, cause: 'WHITELIST' })
  expect(judge({ level: 2, figures: silver, white: fixed }, true)).toEqual({ to: 2, cause: null })
  const least = { effect: 'AT_LEAST' as const, level: 2 }
  expect(judge({ level: 1, white: least })).toEqual({ to: 2, cause: 'WHITELIST' })
  expect(judge({ level: 1, figures: silver, white: least })).toEqual({ to: 3, cause: 'UP' })
  expect(judge({ level: 3, white: least }, true)).toEqual({ to: 2, cause: 'CYCLE' })
  expect(judge({ level: 2, white: least }, true)).toEqual({ to: 2, cause: 'WHITELIST' })
})

test('a level that is there no more is left at once, for the highest that is', () => {
  const fewer = levels.slice(0, 3)
  const gone = { level: 5, figures: silver, white: null, isProtected: true, daysHere: 1 }
  expect(judgeLevel(gone, fewer, rules, false)).toEqual({ to: 3, cause: 'RULES' })
})

test('own cancellations are a part of all trips taken', () => {
  expect(cancelBpOf(0, 0)).toBe(0)
  expect(cancelBpOf(8, 2)).toBe(2_000)
  expect(cancelBpOf(2, 1)).toBe(3_333)
})

test('a ladder has no gap, asks for nothing on its lowest step and for no less on a higher one', () => {
  const changed = (at: number, more: Partial<DriverLevel>) => levels.map((level, index) => (index === at ? { ...level, ...more } : level))
  expect(ladderFault(levels)).toBeNull()
  expect(ladderFault(changed(1, { level: 3 }))).toEqual({ at: 1, field: 'level' })
  expect(ladderFault(changed(0, { minOrders: 1 }))).toEqual({ at: 0, field: 'minOrders' })
  expect(ladderFault(changed(2, { minExp: 499 }))).toEqual({ at: 2, field: 'minExp' })
  expect(ladderFault(changed(3, { minRatingX100: null }))).toEqual({ at: 3, field: 'minRatingX100' })
  expect(ladderFault(changed(4, { maxCancelBp: null }))).toEqual({ at: 4, field: 'maxCancelBp' })
  expect(ladderFault(changed(3, { minAcceptBp: 5_000 }))).toEqual({ at: 4, field: 'minAcceptBp' })
})

test('a level may ask for a rate of acceptance; who was offered nothing has refused nothing', () => {
  const asks = levels.map((level) => ({ ...level, minAcceptBp: level.level >= 3 ? 8_000 : null }))
  expect(deservedLevel(asks, { ...silver, acceptBp: 7_999 })).toBe(2)
  expect(deservedLevel(asks, { ...silver, acceptBp: 8_000 })).toBe(3)
  expect(deservedLevel(asks, { ...silver, acceptBp: null })).toBe(3)
  expect(checksOf(asks[2]!, { ...silver, acceptBp: 7_999 }).at(-1)).toEqual({ kind: 'ACCEPT_RATE', need: 8_000, has: 7_999, met: false })
})
