import { expect, test } from 'vitest'
import { isGone, isLate, latestOf, rateBp } from './monitoring.rules.ts'

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

test('of what processes take turns at the last turn is shown, of the rest what each process does', () => {
  const at = (name: string, shared: boolean, second: number) => ({ name, shared, lastStartedAt: new Date(second * 1000).toISOString() })
  const [old, last, here, there] = [at('seal', true, 1), at('seal', true, 9), at('engine', false, 1), at('engine', false, 9)]
  expect(latestOf([old, last, here, there])).toEqual([last, here, there])
})

test('a rate of nothing is nothing', () => {
  expect(rateBp(0, 0)).toBe(0)
  expect(rateBp(1, 8)).toBe(1250)
})
