import { describe, expect, it } from 'vitest'
import { fromWgs84, toWgs84 } from './datum.ts'
import { distanceM } from '../map-points/geo.ts'

const hangzhou = { lng: 120.1551, lat: 30.2741 }

describe('a place told in the datum of a Chinese map', () => {
  it('is shifted by some hundred metres, and back where it was', () => {
    for (const datum of ['GCJ02', 'BD09'] as const) {
      const told = fromWgs84(hangzhou, datum)
      expect(distanceM(hangzhou, told)).toBeGreaterThan(300)
      expect(distanceM(hangzhou, told)).toBeLessThan(1_500)
      expect(distanceM(hangzhou, toWgs84({ ...told, datum }))).toBeLessThan(2)
    }
  })

  it('stays where it is when it is WGS84 or outside China', () => {
    expect(toWgs84({ ...hangzhou, datum: 'WGS84' })).toEqual(hangzhou)
    expect(toWgs84(hangzhou)).toEqual(hangzhou)
    const london = { lng: -0.12, lat: 51.5 }
    expect(distanceM(london, fromWgs84(london, 'GCJ02'))).toBeLessThan(1)
  })
})
