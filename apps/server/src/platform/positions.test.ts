import { expect, test } from 'vitest'
import { type Fix, inProcessPositions, metresBetween } from './positions.ts'

const fixAt = (driverId: string, lat: number, lng: number, more: Partial<Fix> = {}): Fix => ({
  driverId,
  tenantId: '1',
  cityId: '330100',
  lat,
  lng,
  headingDeg: null,
  speedMps: null,
  accuracyM: null,
  deviceAt: null,
  receivedAt: 1_000,
  ...more,
})
/** Numbers that look random and are the same each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

test.each([
  ['a town at night', 30.27, 120.15, 0.2, 3_000, 5_000],
  ['a whole province', 30.27, 120.15, 3, 3_000, 50_000],
  ['both sides of the 180th meridian', -17, 179.98, 0.2, 500, 20_000],
  ['the far north', 78.2, 15.6, 2, 500, 50_000],
  ['a handful of drivers', 30.27, 120.15, 0.3, 12, 50_000],
])('%s: those found are the nearest there are, also after they moved', (_, lat, lng, spread, count, radiusM) => {
  const random = numbers(7)
  const somewhere = () => {
    const east = lng + (random() - 0.5) * spread
    return [lat + (random() - 0.5) * spread, east > 180 ? east - 360 : east] as const
  }
  const positions = inProcessPositions()
  const drivers = Array.from({ length: count }, (__, n) => String(n))
  positions.put(drivers.map((id) => fixAt(id, ...somewhere())))
  positions.put(drivers.filter((___, n) => n % 3 === 0).map((id) => fixAt(id, ...somewhere())))
  for (const id of drivers.slice(0, 5)) positions.remove(id)
  const all = [...positions.all('1')]
  expect(all).toHaveLength(count - 5)
  for (let n = 0; n < 50; n++) {
    const [atLat, atLng] = somewhere()
    const odd = (fix: Fix) => Number(fix.driverId) % 2 === 1
    const distances = all
      .filter(odd)
      .map((fix) => metresBetween(atLat, atLng, fix.lat, fix.lng))
      .filter((metres) => metres <= radiusM)
      .sort((a, b) => a - b)
    const found = positions.nearest('1', atLat, atLng, radiusM, 20, odd)
    expect(found.map(({ distanceM }) => distanceM)).toEqual(distances.slice(0, 20))
    expect(found.every(({ fix }) => odd(fix))).toBe(true)
  }
})

test('a fix that was received earlier does not put a driver back', () => {
  const positions = inProcessPositions()
  positions.put([fixAt('7', 30, 120, { receivedAt: 2_000 })])
  positions.put([fixAt('7', 31, 121, { receivedAt: 1_000 })])
  expect(positions.get('7')?.lat).toBe(30)
  expect(positions.nearest('1', 31, 121, 1_000, 10)).toEqual([])
})

test('another tenant’s drivers are never near, and a driver who left is gone', () => {
  const positions = inProcessPositions()
  positions.put([fixAt('7', 30, 120), fixAt('8', 30, 120, { tenantId: '2' })])
  expect(positions.nearest('1', 30, 120, 1_000, 10).map(({ fix }) => fix.driverId)).toEqual(['7'])
  positions.remove('7')
  expect(positions.nearest('1', 30, 120, 1_000, 10)).toEqual([])
  expect(positions.get('7')).toBeUndefined()
  expect(positions.size()).toBe(1)
})

test('what changed since a moment is asked of one tenant', () => {
  const positions = inProcessPositions()
  positions.put([
    fixAt('7', 30, 120, { receivedAt: 1_000 }),
    fixAt('8', 30, 120, { receivedAt: 2_000 }),
    fixAt('9', 30, 120, { tenantId: '2', receivedAt: 3_000 }),
  ])
  expect(positions.changedSince('1', 1_500).map(({ driverId }) => driverId)).toEqual(['8'])
})
