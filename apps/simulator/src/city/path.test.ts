import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithin, metresBetween, type Point, somewhereFrom, somewhereIn } from './geo.ts'
import { CAR, pointOn, type Pace, SCOOTER, STROLL, streetPath } from './path.ts'
import { stream } from '../random.ts'

const hangzhou = { centre: { lat: 30.25, lng: 120.17 }, radiusM: 12_000 }
const paces: Pace[] = [CAR, SCOOTER, STROLL]
const anyTrip = fc.record({ seed: fc.nat(), pace: fc.constantFrom(...paces), gridDeg: fc.integer({ min: -45, max: 45 }) })

function tripOf({ seed, pace, gridDeg }: { seed: number; pace: Pace; gridDeg: number }) {
  const random = stream(seed, 'trip')
  const [from, to] = [somewhereIn(hangzhou, random), somewhereIn(hangzhou, random)]
  return { from, to, pace, path: streetPath(from, to, hangzhou, pace, gridDeg, random) }
}

test('a driver leads from door to door without leaving the city', () => {
  fc.assert(
    fc.property(anyTrip, (trip) => {
      const { from, to, path } = tripOf(trip)
      expect(metresBetween(pointOn(path, 0), from)).toBeLessThan(1)
      expect(metresBetween(pointOn(path, path.durationS), to)).toBeLessThan(1)
      for (let share = 0; share <= 1; share += 0.02) expect(isWithin(hangzhou, pointOn(path, share * path.durationS))).toBe(true)
    }),
  )
})

test('a driver keeps to the speed of the way they travel and stands at lights', () => {
  fc.assert(
    fc.property(anyTrip, (trip) => {
      const { path, pace } = tripOf(trip)
      for (const leg of path.legs) {
        const kmh = (metresBetween(leg.from, leg.to) / (leg.endS - leg.startS)) * 3.6
        if (leg.from === leg.to) continue
        expect(kmh).toBeGreaterThan(pace.minKmh * 0.99)
        expect(kmh).toBeLessThan(pace.maxKmh * 1.01)
      }
    }),
  )
})

test('the way follows streets: longer than the straight line, never more than along two sides of a block', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: -45, max: 45 }), (seed, gridDeg) => {
      const random = stream(seed, 'inner')
      const from = somewhereIn({ ...hangzhou, radiusM: 3000 }, random)
      const to = somewhereIn({ ...hangzhou, radiusM: 3000 }, random)
      const { lengthM } = streetPath(from, to, hangzhou, CAR, gridDeg, random)
      const straightM = metresBetween(from, to)
      expect(lengthM).toBeGreaterThanOrEqual(straightM * 0.999 - 15)
      expect(lengthM).toBeLessThanOrEqual(straightM * Math.SQRT2 * 1.001 + 1)
    }),
  )
})

test('a trip of five kilometres takes as long as in a city at night', () => {
  const random = stream(7, 'typical')
  const to: Point = somewhereFrom(hangzhou.centre, 5000, hangzhou, random)
  const { durationS } = streetPath(hangzhou.centre, to, hangzhou, CAR, 10, random)
  expect(durationS).toBeGreaterThan(6 * 60)
  expect(durationS).toBeLessThan(22 * 60)
})
