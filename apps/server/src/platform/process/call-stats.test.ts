import { expect, test } from 'vitest'
import { callStats, percentileMs, sumCounts } from './call-stats.ts'

test('a call is counted as done, refused or a fault, and forgotten after a quarter of an hour', () => {
  let now = 1_000_000_000
  const stats = callStats(() => now)
  stats.count('order.list', 0, 12)
  stats.count('order.list', 403, 2)
  stats.count('order.list', 500, 900)
  expect(stats.recent()['order.list']).toMatchObject({ calls: 3, refused: 1, faults: 1, maxMs: 900 })
  now += 14 * 60_000
  expect(stats.recent()['order.list']?.calls).toBe(3)
  now += 2 * 60_000
  stats.count('order.info', 0, 1)
  expect(Object.keys(stats.recent())).toEqual(['order.info'])
  expect(stats.total()['order.list']?.calls).toBe(3)
})

test('the time that 95 of 100 stay within is read from the buckets', () => {
  const stats = callStats()
  for (let i = 0; i < 95; i++) stats.count('x.y', 0, 8)
  for (let i = 0; i < 5; i++) stats.count('x.y', 0, 400)
  const count = stats.recent()['x.y']!
  expect(percentileMs(count, 95)).toBe(10)
  expect(percentileMs(count, 99)).toBe(400)
})

test('two processes add up', () => {
  const one = callStats()
  const two = callStats()
  one.count('x.y', 0, 8)
  two.count('x.y', 500, 80)
  expect(sumCounts([one.recent(), two.recent()])['x.y']).toMatchObject({ calls: 2, faults: 1, maxMs: 80, totalMs: 88 })
})
