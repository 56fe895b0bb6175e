import { expect, test } from 'vitest'
import { isGone, isLate, rateBp } from './monitoring.rules.ts'

test('a process that was silent for half a minute is gone', () => {
  expect(isGone(29)).toBe(false)
  expect(isGone(31)).toBe(true)
})

test('a job is late after three of its pauses and ten seconds', () => {
  const at = (secondsAgo: number) => ({ everyS: 5, lastStartedAt: new Date(1_000_000 - secondsAgo * 1000).toISOString() })
  expect(isLate(at(24), 1_000_000)).toBe(false)
  expect(isLate(at(26), 1_000_000)).toBe(true)
  expect(isLate({ everyS: 5, lastStartedAt: null }, 1_000_000)).toBe(false)
})

test('a rate of nothing is nothing', () => {
  expect(rateBp(0, 0)).toBe(0)
  expect(rateBp(1, 8)).toBe(1250)
})
