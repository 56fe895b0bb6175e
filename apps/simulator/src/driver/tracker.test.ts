import { expect, test } from 'vitest'
import { metresBetween, somewhereIn } from '../city/geo.ts'
import { CAR, streetPath } from '../city/path.ts'
import { stream } from '../random.ts'
import { createTracker, type Fix } from './tracker.ts'

const city = { centre: { lat: 22.54, lng: 114.06 }, radiusM: 9000 }
const start = Date.parse('2026-11-20T12:00:00Z')

function driven(speedUp: number, reportMs: number, reports: number): Fix[] {
  const random = stream(4, 'tracker')
  const from = somewhereIn(city, random)
  const tracker = createTracker(from, speedUp, random)
  const fixes = tracker.take(start, 2)
  tracker.follow(streetPath(from, somewhereIn(city, random), city, CAR, 5, random), start)
  for (let n = 1; n <= reports; n++) fixes.push(...tracker.take(start + n * reportMs, 2))
  return fixes
}
const pairs = (fixes: Fix[]) => fixes.slice(1).map((fix, index) => [fixes[index] ?? fix, fix] as const)
const secondsBetween = (a: Fix, b: Fix) => (Date.parse(b.at ?? '') - Date.parse(a.at ?? '')) / 1000

test('a reported speed is the one the reported places say', () => {
  for (const [before, fix] of pairs(driven(8, 3000, 40))) {
    expect(Math.abs((fix.speedMps ?? -1) - metresBetween(before, fix) / secondsBetween(before, fix))).toBeLessThan(0.5)
  }
})

test('eight times life stays within what a server can take for a fast car', () => {
  const speeds = driven(8, 3000, 60).map((fix) => fix.speedMps ?? Number.NaN)
  expect(Math.max(...speeds)).toBeGreaterThan(50)
  expect(Math.max(...speeds)).toBeLessThan(105)
})

test('a speed the contract does not take is left out rather than made smaller', () => {
  const fast = pairs(driven(60, 3000, 6)).filter(([before, fix]) => metresBetween(before, fix) / secondsBetween(before, fix) > 121)
  expect(fast.length).toBeGreaterThan(0)
  for (const [, fix] of fast) expect(fix.speedMps).toBeUndefined()
})

test('fixes come in the order of the device clock, none twice', () => {
  for (const [before, fix] of pairs(driven(8, 3000, 40))) expect(secondsBetween(before, fix)).toBeGreaterThan(0)
})

test('what could not be delivered is delivered later, and a long outage keeps the newest hundred', () => {
  const tracker = createTracker(city.centre, 8, stream(1, 'outage'))
  tracker.giveBack(tracker.take(start, 1))
  expect(tracker.take(start + 3000, 1)).toHaveLength(2)
  for (let n = 2; n < 300; n++) tracker.giveBack(tracker.take(start + n * 3000, 1))
  const all = tracker.take(start + 300 * 3000, 1)
  expect(all).toHaveLength(100)
  expect(all.at(-1)?.at).toBe(new Date(start + 300 * 3000).toISOString())
})
