import { metresBetween } from '#platform/live/positions'
import { expect, test } from 'vitest'
import { follow, hearOf, isPlausible, type Received, repeatsIn, takenAt, type Trace, type Traced } from '#areas/driver/state'
import { gapsBetween, missingAt, passable, type Trip, trackDistance } from './track.rules.ts'

const START = Date.UTC(2026, 10, 20, 14)
/** A point so many metres north of the start, so many seconds into the trip. */
const fix = (metres: number, seconds: number, accuracyM = 10): Traced => ({
  lat: 30 + metres / 111_195,
  lng: 120,
  at: START + seconds * 1000,
  accuracyM,
})
const trip = (points: Traced[], more: Partial<Trip> = {}): Trip => ({
  departAt: START,
  endedAt: START + 600_000,
  points,
  pickup: { lat: 30, lng: 120 },
  end: fix(6_000, 600),
  quotedM: null,
  detourX100: 135,
  metres: metresBetween,
  ...more,
})
const road = (from: number, to: number) => Array.from({ length: (to - from) / 20 + 1 }, (_, i) => fix((from + i * 20) * 10, from + i * 20))

test('a trace without gaps is summed and good; points before and after the trip do not count', () => {
  const found = trackDistance(trip([fix(-5_000, -30), ...road(0, 600), fix(9_000, 700)]))
  expect(found).toMatchObject({ quality: 'GOOD', gapS: 0 })
  expect(Math.abs(found.distanceM - 6_000)).toBeLessThan(5)
})

test('across a gap the straight line counts and is reported, nothing is added', () => {
  const found = trackDistance(trip([...road(0, 200), ...road(400, 600)]))
  expect(found).toMatchObject({ quality: 'GAPS', gapS: 200 })
  expect(Math.abs(found.gapM - 2_000)).toBeLessThan(5)
  expect(Math.abs(found.distanceM - 6_000)).toBeLessThan(5)
})

test('across a gap that a service filled its streets count, never less than the straight line, and what is known that way is no estimate', () => {
  const points = [...road(0, 100), ...road(500, 600)]
  const [gap] = gapsBetween(points)
  expect(gap).toEqual({ from: START + 100_000, to: START + 500_000 })
  expect(trackDistance(trip(points)).quality).toBe('ESTIMATED')
  const found = trackDistance(trip(points, { filled: [{ ...gap!, metres: 5_500 }] }))
  expect(found).toMatchObject({ quality: 'GAPS', gapS: 400, gaps: [{ filledM: 5_500 }] })
  expect(Math.abs(found.distanceM - 7_500)).toBeLessThan(5)
  const shorter = trackDistance(trip(points, { filled: [{ ...gap!, metres: 100 }] }))
  expect(Math.abs(shorter.distanceM - 6_000)).toBeLessThan(5)
  // Of other fixes, as they were when somebody asked, nothing is taken.
  expect(trackDistance(trip(points, { filled: [{ from: gap!.from, to: gap!.to - 1, metres: 5_500 }] })).gaps[0]!.filledM).toBeNull()
})

test('a way that nobody could drive in the time of a gap is another way; four fixes on either side say which street it was', () => {
  expect([passable({ from: 0, to: 100_000 }, 3_500), passable({ from: 0, to: 100_000 }, 3_501)]).toEqual([true, false])
  const points = [...road(0, 200), ...road(400, 600)]
  const { before, after } = missingAt(points, gapsBetween(points)[0]!)
  expect([before.length, after.length]).toEqual([4, 4])
  expect([before.at(-1)!.at, after[0]!.at]).toEqual([START + 200_000, START + 400_000])
})

test('silence at the end of the trip is a gap too', () => {
  expect(trackDistance(trip(road(0, 400)))).toMatchObject({ quality: 'GAPS', gapS: 200, distanceM: 4_000 })
})

test('with fixes for less than half of the trip the distance is an estimate: the quote at the quoted place, else the straight line with a detour', () => {
  expect(trackDistance(trip([], { quotedM: 7_200 }))).toMatchObject({ quality: 'ESTIMATED', distanceM: 7_200, gapS: 600 })
  expect(trackDistance(trip(road(0, 100)))).toMatchObject({ quality: 'ESTIMATED', distanceM: 8_100 })
  expect(trackDistance(trip([], { end: null }))).toMatchObject({ quality: 'ESTIMATED', distanceM: 0 })
})

test('a car that stands still does not run up metres', () => {
  const still = Array.from({ length: 31 }, (_, i) => fix(i % 2 ? 8 : 0, i * 20))
  expect(trackDistance(trip(still))).toMatchObject({ quality: 'GOOD', distanceM: 0 })
})

test('a device clock a day ahead changes nothing: only its differences count', () => {
  const day = 86_400_000
  expect(takenAt([START + day, START + day + 10_000], 5_000_000)).toEqual([4_990_000, 5_000_000])
  expect(takenAt([null, null], 7_000)).toEqual([7_000, 7_000])
  expect(takenAt([START + 5_000, START + 1_000, START + 6_000], 100_000)).toEqual([95_000, 95_000, 100_000])
})

test('of a clock that jumps over thousands of years no fix is older than a telephone keeps any', () => {
  const [first, last] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T00:00:00Z')]
  expect(takenAt([first, last], START)).toEqual([START - 86_400_000, START])
})

test('fixes that a telephone sends again, alone or with newer ones, are known by their device times; a clock set back is no repetition', () => {
  const nothing: Received = { deviceTimes: [], elsewhere: null }
  const first = repeatsIn([1_000, null, 2_000], nothing)
  expect(first.repeated).toEqual([false, false, false])
  const again = repeatsIn([1_000, 2_000, 3_000, null], first.known)
  expect(again.repeated).toEqual([true, true, false, false])
  expect(repeatsIn([500, 1_500], again.known).repeated).toEqual([false, false])
  const many = repeatsIn(
    Array.from({ length: 100 }, (_, i) => 10_000 + i),
    again.known,
  )
  expect(many.known.deviceTimes).toHaveLength(100)
  // Received by another process: of that one only the newest is known, and what is not newer is nothing new.
  const heard = hearOf(nothing, 1_000_000)
  expect(repeatsIn([980_000, 990_000, 1_000_000, 1_010_000], heard).repeated).toEqual([true, true, true, false])
  expect(repeatsIn([1_000], heard).repeated).toEqual([false])
  expect(hearOf(first.known, 2_000)).toBe(first.known)
})

test('a jump is not believed unless the device insists', () => {
  const far = (seconds: number) => fix(3_000_000, seconds)
  expect(isPlausible(fix(0, 0), fix(700, 10), 70, metresBetween)).toBe(true)
  expect(isPlausible(fix(0, 0), far(60), 70, metresBetween)).toBe(false)
  let trace: Trace = { last: fix(0, 0), doubted: null }
  const used = [10, 15, 20, 25, 30].map((seconds) => {
    const step = follow(trace, far(seconds), 70, metresBetween)
    trace = step.trace
    return step.used
  })
  expect(used).toEqual([false, false, false, false, true])
  // True fixes between false ones keep the place.
  trace = { last: fix(0, 0), doubted: null }
  for (const seconds of [10, 20, 30, 40, 50, 60]) {
    trace = follow(trace, far(seconds), 70, metresBetween).trace
    const back = follow(trace, fix(10, seconds + 5), 70, metresBetween)
    expect(back.used).toBe(true)
    trace = back.trace
  }
})
