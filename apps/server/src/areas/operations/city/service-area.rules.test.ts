import type { Polygon } from '@chauffeur/contract/kernel/fields'
import { describe, expect, test } from 'vitest'
import { areaProblems, centreOf, cityServing, inServiceArea, reachOf } from './service-area.rules.ts'

const box = (west: number, south: number, east: number, north: number): Polygon => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
})
const circle = { lat: 31.3, lng: 120.6, service_radius_m: 10_000, area: null }
const drawn = { ...circle, service_radius_m: 20_000, area: box(120.5, 31.2, 120.6, 31.3) }

describe('where a city is served', () => {
  test('without an outline within its radius, with one within the outline alone, edge included', () => {
    expect(inServiceArea(circle, { lat: 31.38, lng: 120.6 })).toBe(true)
    expect(inServiceArea(circle, { lat: 31.4, lng: 120.6 })).toBe(false)
    expect(inServiceArea(drawn, { lat: 31.25, lng: 120.55 })).toBe(true)
    expect(inServiceArea(drawn, { lat: 31.2, lng: 120.55 })).toBe(true)
    expect(inServiceArea(drawn, { lat: 31.31, lng: 120.6 }), 'near the centre, outside the outline').toBe(false)
  })
  test('of two cities that reach a point the one whose centre is nearer has it, and a point that none reaches is in none', () => {
    const kunshan = { ...circle, lng: 120.7, name: '昆山' }
    const suzhou = { ...circle, name: '苏州' }
    expect(cityServing([suzhou, kunshan], { lat: 31.3, lng: 120.66 })?.name).toBe('昆山')
    expect(cityServing([suzhou, kunshan], { lat: 31.3, lng: 120.64 })?.name).toBe('苏州')
    expect(cityServing([suzhou, kunshan], { lat: 33, lng: 120.64 })).toBeUndefined()
  })
})

describe('an outline that is a service area', () => {
  const said = (area: Polygon) => areaProblems(area).map(({ en }) => en)
  test('is simple, at least a kilometre wide, and not a province', () => {
    expect(said(drawn.area)).toEqual([])
    expect(said(box(120.5, 31.2, 120.505, 31.3))[0]).toMatch(/too small/)
    expect(said(box(115, 28, 122, 34))[0]).toMatch(/too wide/)
    expect(said({ type: 'Polygon', coordinates: [] })).toEqual(['a service area needs at least three corners'])
    const [a, b, c, d, e] = drawn.area.coordinates[0]!
    expect(said({ type: 'Polygon', coordinates: [[a!, c!, b!, d!, e!]] })[0]).toMatch(/crosses itself/)
  })
  test('keeps its centre where it holds it, and the circle about it holds every corner', () => {
    expect(centreOf(drawn.area, { lat: 31.21, lng: 120.51 })).toEqual({ lat: 31.21, lng: 120.51 })
    const middle = centreOf(drawn.area, { lat: 31.5, lng: 121 })
    expect(middle.lat).toBeCloseTo(31.25)
    expect(middle.lng).toBeCloseTo(120.55)
    const reach = reachOf(drawn.area, middle)
    for (const [lng, lat] of drawn.area.coordinates[0]!)
      expect(inServiceArea({ ...middle, service_radius_m: reach, area: null }, { lat, lng })).toBe(true)
  })
})
