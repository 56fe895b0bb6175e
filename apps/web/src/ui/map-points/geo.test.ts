import { describe, expect, it } from 'vitest'
import { circleRing, distanceM, gridLines, gridStepDeg, latOf, lngOf, mercatorX, mercatorY } from './geo.ts'

const westLake = { lng: 120.1551, lat: 30.2741 }

describe('places on the map', () => {
  it('come back from the projection to the centimetre', () => {
    expect(lngOf(mercatorX(westLake.lng))).toBeCloseTo(westLake.lng, 7)
    expect(latOf(mercatorY(westLake.lat))).toBeCloseTo(westLake.lat, 7)
  })

  it('are as far apart as they are on the ground', () => {
    expect(distanceM(westLake, { lng: 121.4737, lat: 31.2304 })).toBeGreaterThan(160_000)
    expect(distanceM(westLake, { lng: 121.4737, lat: 31.2304 })).toBeLessThan(168_000)
  })

  it('a service circle is as wide as its radius everywhere and closed', () => {
    const ring = circleRing(westLake, 5_000)
    for (const [lng, lat] of ring) expect(Math.abs(distanceM(westLake, { lng, lat }) - 5_000)).toBeLessThan(15)
    expect(ring.at(-1)).toEqual(ring[0])
  })
})

describe('the grid of the plain ground', () => {
  it('has lines about a thumb apart at every zoom and never floods the map', () => {
    for (let zoom = 2.5; zoom <= 18; zoom += 0.5) {
      const px = (gridStepDeg(zoom) / 360) * 512 * 2 ** zoom
      expect(px).toBeGreaterThan(80)
      expect(px).toBeLessThan(260)
    }
    expect(gridLines(-180, -85, 180, 85, 0.001).length).toBeLessThanOrEqual(200)
  })

  it('covers what is in view', () => {
    expect(gridLines(119.95, 29.95, 120.45, 30.25, 0.1)).toHaveLength(5 + 3)
  })
})
