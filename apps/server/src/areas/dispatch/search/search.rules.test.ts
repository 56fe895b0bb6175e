import { expect, test } from 'vitest'
import { endStateOf, nextLookAt, queueStatusOf, roundAt } from './search.rules.ts'
import { dispatchDefaults, radiusOf, timeoutOf } from '../settings/index.ts'

const start = Date.UTC(2026, 10, 20, 12)
const at = (seconds: number) => start + seconds * 1000

test('the default timetable is the published one: eight rounds of 15 s, 1 to 5 km, 120 s', () => {
  const table = [0, 15, 30, 45, 60, 75, 90, 105].map((s) => [
    roundAt(dispatchDefaults, start, at(s)),
    radiusOf(dispatchDefaults, roundAt(dispatchDefaults, start, at(s))),
  ])
  expect(table).toEqual([
    [1, 1_000],
    [2, 2_000],
    [3, 3_000],
    [4, 4_000],
    [5, 5_000],
    [6, 5_000],
    [7, 5_000],
    [8, 5_000],
  ])
  expect(timeoutOf(dispatchDefaults)).toBe(120)
})

test('fewer rounds than the total time end the search earlier, and no round comes after the last', () => {
  expect(timeoutOf({ ...dispatchDefaults, rounds: 2 })).toBe(30)
  expect(roundAt({ ...dispatchDefaults, rounds: 2 }, start, at(500))).toBe(2)
  expect(roundAt(dispatchDefaults, start, at(-5))).toBe(1)
})

test('a search is looked at again at its next round, the lapse of an offer, or its end, whichever is first', () => {
  const search = { startedAt: start, endsAt: at(120), round: 1 }
  expect(nextLookAt(dispatchDefaults, search, [])).toBe(at(15))
  expect(nextLookAt(dispatchDefaults, search, [at(9), at(20)])).toBe(at(9))
  expect(nextLookAt(dispatchDefaults, { ...search, round: 8 }, [])).toBe(at(120))
})

test.each([
  [[102, 180], 'WAITING', 'CANCELLED'],
  [[301, 180], 'PART_ASSIGNED', 'CANCELLED'],
  [[404, 301], 'ASSIGNED', 'FOUND'],
  [[506], 'FAILED', 'FAILED'],
  [[506, 403], 'FAILED', 'FAILED'],
  [[501, 506], 'CLOSED', 'FOUND'],
  [[403, 405], 'CLOSED', 'CANCELLED'],
])('a booking whose orders are %j is %s', (statuses, queue, end) => {
  expect(queueStatusOf(statuses)).toBe(queue)
  if (queue !== 'WAITING' && queue !== 'PART_ASSIGNED') expect(endStateOf(statuses)).toBe(end)
})
