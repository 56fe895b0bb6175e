import type { Polygon } from '@chauffeur/contract/kernel/fields'
import { describe, expect, test } from 'vitest'
import { toGcj02, toWgs84 } from './geo.ts'
import { boxOf, holds, metresBetween, outlineProblems } from './geometry.ts'

type Corner = [number, number]
const drawn = { zh: '围栏', en: 'fence', maxPoints: 10 }
const polygon = (...rings: Corner[][]): Polygon => ({ type: 'Polygon', coordinates: rings }) as Polygon
const square: Corner[] = [
  [120, 30],
  [120.1, 30],
  [120.1, 30.1],
  [120, 30.1],
  [120, 30],
]
const wrong = (...rings: Corner[][]) => outlineProblems(polygon(...rings), drawn).map(({ path, en }) => `${path}: ${en}`)

describe('what is drawn as an outline', () => {
  test('is one closed ring', () => {
    expect(wrong(square)).toEqual([])
    expect(wrong(square.toReversed())).toEqual([])
    expect(wrong(square.slice(0, -1))).toEqual(['polygon: the fence is not closed'])
  })

  test('has three corners and an area', () => {
    expect(wrong()).toEqual(['polygon: a fence needs at least three corners'])
    expect(
      wrong([
        [120, 30],
        [120.1, 30],
        [120, 30],
      ]),
    ).toEqual(['polygon: a fence needs at least three corners'])
    expect(
      wrong([
        [120, 30],
        [120.1, 30.1],
        [120.2, 30.2],
        [120, 30],
      ]),
    ).toEqual([expect.stringMatching(/crosses itself|has no area/)])
  })

  test('has no hole', () => {
    const hole = square.map(([lng, lat]): Corner => [120.04 + (lng - 120) / 10, 30.04 + (lat - 30) / 10])
    expect(wrong(square, hole)).toEqual(['polygon: a fence cannot have a hole; draw several fences'])
  })

  test('has as many points as it may, and not one more', () => {
    const ring = (corners: number): Corner[] => {
      const around = Array.from({ length: corners }, (_, n): Corner => {
        const turn = (2 * Math.PI * n) / corners
        return [120 + Math.cos(turn), 30 + Math.sin(turn)]
      })
      return [...around, around[0]!]
    }
    expect(wrong(ring(9))).toEqual([])
    expect(wrong(ring(10))).toEqual(['polygon: a fence has at most 10 points with the closing one; this one has 11'])
  })

  test('comes to no corner twice, and says which two are one', () => {
    const pinched: Corner[] = [
      [120, 30],
      [120.1, 30],
      [120.05, 30.05],
      [120.1, 30.1],
      [120, 30.1],
      [120.05, 30.05],
      [120, 30],
    ]
    expect(wrong(pinched)).toEqual(['polygon.5: points 3 and 6 are the same'])
  })

  test('never crosses itself, and says where it does', () => {
    expect(
      wrong([
        [120, 30],
        [120.1, 30.1],
        [120.1, 30],
        [120, 30.1],
        [120, 30],
      ]),
    ).toEqual(['polygon: the fence crosses itself at 30.05000, 120.05000'])
  })

  test('holds its inside and its edge', () => {
    const fence = polygon(square)
    expect(holds(fence, { lat: 30.05, lng: 120.05 })).toBe(true)
    expect(holds(fence, { lat: 30, lng: 120.05 })).toBe(true)
    expect(holds(fence, { lat: 29.999_99, lng: 120.05 })).toBe(false)
    expect(boxOf(fence)).toEqual({ minLat: 30, maxLat: 30.1, minLng: 120, maxLng: 120.1 })
  })
})

test('metres are whole, the same both ways, and right over a date line', () => {
  expect(metresBetween(30.25, 120.15, 30.25, 120.15)).toBe(0)
  // A degree of latitude on a sphere of 6371 km.
  expect(metresBetween(30, 120, 31, 120)).toBe(111_195)
  expect(metresBetween(31, 120, 30, 120)).toBe(111_195)
  expect(metresBetween(0, 179.9, 0, -179.9)).toBeLessThan(23_000)
})

describe('two data of one place', () => {
  const westLake = { lat: 30.2489, lng: 120.1485 }
  test('lie some hundred metres apart in the country, and one is made of the other to a metre', () => {
    const shifted = toGcj02(westLake)
    expect(metresBetween(westLake.lat, westLake.lng, shifted.lat, shifted.lng)).toBeGreaterThan(300)
    const back = toWgs84(shifted, 'GCJ02')
    expect(metresBetween(westLake.lat, westLake.lng, back.lat, back.lng)).toBeLessThanOrEqual(1)
  })

  test('are one outside of it', () => {
    expect(toGcj02({ lat: 48.2, lng: 16.37 })).toEqual({ lat: 48.2, lng: 16.37 })
  })

  test('what says nothing of its datum is WGS84 and stays', () => {
    expect(toWgs84(westLake, undefined)).toEqual(westLake)
    expect(toWgs84(westLake, 'WGS84')).toEqual(westLake)
  })
})
