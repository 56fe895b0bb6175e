import { describe, expect, test } from 'vitest'
import { type DrivenTrip, streetLearner } from './street.rules.ts'

const lat = 30.27
/** East along one street, a position every 50 m. */
const along = (driverId: string, customerId: string, { fromM = 0, toM = 2_000, north = 0 } = {}): DrivenTrip => ({
  driverId,
  customerId,
  points: Array.from({ length: (toM - fromM) / 50 + 1 }, (_, n) => ({
    lat: lat + north / 111_195,
    lng: 120.15 + (fromM + n * 50) / (111_195 * Math.cos((lat * Math.PI) / 180)),
    at: n * 5_000,
    accuracyM: 10,
  })),
})
const learned = (trips: readonly DrivenTrip[]) => {
  const streets = streetLearner(lat)
  trips.forEach(streets.learn)
  return streets.lines()
}
const three = (trip: Parameters<typeof along>[2] = {}) => [1, 2, 3].map((n) => along(`d${n}`, `c${n}`, trip))
const lengthM = (lines: readonly [number, number][][]) =>
  lines
    .flatMap((line) =>
      line.slice(1).map(([toLat, toLng], n) => Math.hypot(toLat - line[n]![0], (toLng - line[n]![1]) * Math.cos((lat * Math.PI) / 180))),
    )
    .reduce((sum, degrees) => sum + degrees * 111_195, 0)

describe('streets learned from trips', () => {
  test('are there once three drivers with three customers went along, in one line where they went', () => {
    const lines = learned(three())
    expect(lines).toHaveLength(1)
    for (const [at] of lines[0]!) expect(Math.abs(at - lat) * 111_195).toBeLessThan(25)
    expect(lengthM(lines)).toBeGreaterThan(1_400)
  })

  test('are not the way of one customer, one driver, or two of them', () => {
    expect(learned([1, 2, 3, 4].map((n) => along(`d${n}`, 'c1')))).toEqual([])
    expect(learned([1, 2, 3, 4].map((n) => along('d1', `c${n}`)))).toEqual([])
    expect(learned(three().slice(0, 2))).toEqual([])
  })

  test('do not lead to the doors where trips began and ended', () => {
    const longitudes = learned(three())
      .flat()
      .map(([, lng]) => lng)
    const gone = (lng: number) => (lng - 120.15) * 111_195 * Math.cos((lat * Math.PI) / 180)
    expect(gone(Math.min(...longitudes))).toBeGreaterThan(150)
    expect(gone(Math.max(...longitudes))).toBeLessThan(1_850)
  })

  test('have no piece where nobody knows the way', () => {
    const torn = three().map((trip) => ({ ...trip, points: trip.points.filter((_, n) => n < 15 || n > 27) }))
    expect(lengthM(learned(torn))).toBeLessThan(lengthM(learned(three())) - 500)
  })
})
