import type { Polygon } from '@chauffeur/contract/kernel/fields'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxOf, holds } from '#platform/values/geometry'
import { fenceProblems, fencesOfTrip } from './fence.rules.ts'

type Ring = [number, number][]
const fence = (...rings: Ring[]): Polygon => ({ type: 'Polygon', coordinates: rings })
const square: Ring = [
  [120.1, 30.2],
  [120.2, 30.2],
  [120.2, 30.3],
  [120.1, 30.3],
  [120.1, 30.2],
]
/** A round fence of so many positions, the closing one included. */
const circle = (positions: number): Ring => {
  const ring = Array.from({ length: positions - 1 }, (_, index): [number, number] => {
    const angle = (index / (positions - 1)) * 2 * Math.PI
    return [120 + Math.cos(angle) / 10, 30 + Math.sin(angle) / 10]
  })
  return [...ring, ring[0]!]
}
const said = (polygon: Polygon) => fenceProblems(polygon).map(({ en }) => en)

describe('what is a fence', () => {
  it('a simple closed outline of up to 500 points is', () => {
    expect(said(fence(square))).toEqual([])
    expect(said(fence(circle(500)))).toEqual([])
  })
  it('501 points are refused and counted', () => {
    expect(said(fence(circle(501)))).toEqual(['a fence has at most 500 points with the closing one; this one has 501'])
  })
  it('a hole is refused', () => {
    const hole: Ring = [
      [120.14, 30.24],
      [120.16, 30.24],
      [120.16, 30.26],
      [120.14, 30.24],
    ]
    expect(said(fence(square, hole))).toEqual(['a fence cannot have a hole; draw several fences'])
  })
  it('an outline that crosses itself is refused, and where is said', () => {
    const bow: Ring = [
      [120, 30],
      [120.2, 30.2],
      [120.2, 30],
      [120, 30.1],
      [120, 30],
    ]
    expect(said(fence(bow))[0]).toMatch(/^the fence crosses itself at 30\.0\d+, 120\.0\d+$/)
  })
  it('an outline that touches itself at a corner is refused', () => {
    const eight: Ring = [
      [120, 30],
      [120.1, 30.1],
      [120.2, 30],
      [120.2, 30.2],
      [120.1, 30.1],
      [120, 30.2],
      [120, 30],
    ]
    expect(said(fence(eight))).toEqual(['points 2 and 5 are the same'])
  })
  it('an open outline, too few corners and a line there and back are refused', () => {
    expect(said(fence(square.slice(0, 4)))).toEqual(['the fence is not closed'])
    expect(said(fence(square.slice(0, 3)))).toEqual(['a fence needs at least three corners'])
    expect(said(fence())).toEqual(['a fence needs at least three corners'])
    expect(
      said(
        fence([
          [120, 30],
          [120.1, 30.1],
          [120.2, 30.2],
          [120, 30],
        ]),
      ),
    ).toEqual(['the fence has no area'])
  })
})

describe('which fence a trip touches', () => {
  // Saturday the 14th of March, 20:00 in China.
  const trip = {
    pickup: { lat: 30.25, lng: 120.15 },
    dropoff: { lat: 31, lng: 121 },
    departAt: Date.parse('2026-03-14T12:00:00Z'),
    utcOffsetMinutes: 480,
  }
  const drawn = (id: string, more: object = {}) => ({
    id,
    side: 'EITHER' as const,
    priority: 0,
    weekMask: 127,
    polygon: fence(square),
    ...more,
  })
  const touched = (...fences: ReturnType<typeof drawn>[]) => fencesOfTrip(fences, trip).map(({ id }) => id)

  it('the edge belongs to the fence and the box holds it', () => {
    expect(holds(fence(square), { lat: 30.2, lng: 120.15 })).toBe(true)
    expect(holds(fence(square), { lat: 30.19999, lng: 120.15 })).toBe(false)
    expect(boxOf(fence(square))).toEqual({ minLat: 30.2, maxLat: 30.3, minLng: 120.1, maxLng: 120.2 })
  })
  it('only the side it is made for counts', () => {
    expect(touched(drawn('1', { side: 'PICKUP' }))).toEqual(['1'])
    expect(touched(drawn('1', { side: 'DROPOFF' }))).toEqual([])
    expect(fencesOfTrip([drawn('1', { side: 'DROPOFF' })], { ...trip, pickup: trip.dropoff, dropoff: trip.pickup })).toHaveLength(1)
    expect(fencesOfTrip([drawn('1', { side: 'DROPOFF' })], { ...trip, dropoff: null })).toEqual([])
  })
  it('the week is the city’s: Saturday there counts, though it may be another day elsewhere', () => {
    expect(touched(drawn('1', { weekMask: 0b0100000 }))).toEqual(['1'])
    expect(touched(drawn('1', { weekMask: 0b1011111 }))).toEqual([])
    const sundayThere = { ...trip, departAt: Date.parse('2026-03-14T16:00:00Z') }
    expect(fencesOfTrip([drawn('1', { weekMask: 0b1000000 })], sundayThere)).toHaveLength(1)
  })
  it('the highest priority decides, then the older fence', () => {
    expect(touched(drawn('10'), drawn('9'), drawn('11', { priority: 5 }))).toEqual(['11', '9', '10'])
  })
  it('every point of a fence lies in its box', () => {
    fc.assert(
      fc.property(fc.double({ min: 119.8, max: 120.2, noNaN: true }), fc.double({ min: 29.8, max: 30.2, noNaN: true }), (lng, lat) => {
        const polygon = fence(circle(60))
        const box = boxOf(polygon)
        const inBox = lat >= box.minLat && lat <= box.maxLat && lng >= box.minLng && lng <= box.maxLng
        expect(inBox || !holds(polygon, { lat, lng })).toBe(true)
      }),
    )
  })
})
