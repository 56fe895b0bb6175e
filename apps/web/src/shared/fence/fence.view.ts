import type { Polygon } from '@chauffeur/contract/kernel/fields'
import { MAX_FENCE_POINTS } from '@chauffeur/contract/pricing/fence'
import type { LngLat } from '#ui/map/map.tsx'

/** The corners of a fence being drawn, and what they were before each change. */
export interface Drawing {
  corners: readonly LngLat[]
  before: readonly (readonly LngLat[])[]
}
const UNDO_STEPS = 100

export const emptyDrawing: Drawing = { corners: [], before: [] }
export const withCorners = (drawing: Drawing, corners: readonly LngLat[]): Drawing => ({
  corners,
  before: [...drawing.before, drawing.corners].slice(-UNDO_STEPS),
})
export const addCorner = (drawing: Drawing, place: LngLat) => withCorners(drawing, [...drawing.corners, rounded(place)])
export const moveCorner = (drawing: Drawing, at: number, place: LngLat) =>
  withCorners(
    drawing,
    drawing.corners.map((corner, index) => (index === at ? rounded(place) : corner)),
  )
export const removeCorner = (drawing: Drawing, at: number) =>
  withCorners(
    drawing,
    drawing.corners.filter((_, index) => index !== at),
  )
export function undo(drawing: Drawing): Drawing {
  const last = drawing.before.at(-1)
  return last ? { corners: last, before: drawing.before.slice(0, -1) } : drawing
}

/** About a decimetre: more digits than a place has. */
const rounded = ({ lng, lat }: LngLat): LngLat => ({ lng: Math.round(lng * 1e6) / 1e6, lat: Math.round(lat * 1e6) / 1e6 })

/** A closed ring, as the server takes it. */
export function polygonOf(corners: readonly LngLat[]): Polygon {
  const ring = corners.map(({ lng, lat }): [number, number] => [lng, lat])
  const [first] = ring
  return { type: 'Polygon', coordinates: [first ? [...ring, first] : []] }
}
/** The first two edges that cross, by the numbers of their corners; null for an outline that does not meet itself. */
export function crossingOf(corners: readonly LngLat[]): { a: number; b: number; c: number; d: number } | null {
  const count = corners.length
  const end = (edge: number) => corners[(edge + 1) % count]!
  for (let one = 0; one < count; one++) {
    for (let other = one + 2; other < count; other++) {
      // The last edge ends where the first begins.
      if (one === 0 && other === count - 1) continue
      if (cross(corners[one]!, end(one), corners[other]!, end(other)))
        return { a: one + 1, b: one + 2, c: other + 1, d: ((other + 1) % count) + 1 }
    }
  }
  return null
}
/** On which side of a line from a to b a place lies: its sign. */
const side = (a: LngLat, b: LngLat, place: LngLat) =>
  Math.sign((b.lng - a.lng) * (place.lat - a.lat) - (b.lat - a.lat) * (place.lng - a.lng))
const cross = (a: LngLat, b: LngLat, c: LngLat, d: LngLat) => side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0

export const cornersOf = ({ coordinates: [ring = []] }: Polygon): LngLat[] => ring.slice(0, -1).map(([lng, lat]) => ({ lng, lat }))

export type ImportProblem = 'NOT_JSON' | 'NO_POLYGON' | 'SEVERAL' | 'HOLE' | 'NOT_CLOSED' | 'TOO_MANY' | 'NOT_DEGREES'

/** Reads one polygon of GeoJSON text: bare, a feature, or a collection of one. Coordinates are taken as WGS84. */
export function readGeoJson(text: string): { corners: LngLat[] } | { problem: ImportProblem } {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { problem: 'NOT_JSON' }
  }
  const found = polygonsIn(parsed)
  if (found.length > 1) return { problem: 'SEVERAL' }
  const [rings] = found
  if (!rings || rings.length === 0) return { problem: 'NO_POLYGON' }
  if (rings.length > 1) return { problem: 'HOLE' }
  const ring = rings[0]
  if (!Array.isArray(ring)) return { problem: 'NO_POLYGON' }
  if (ring.length > MAX_FENCE_POINTS) return { problem: 'TOO_MANY' }
  const corners = ring.map(placeOf)
  if (corners.some((corner) => corner === null)) return { problem: 'NOT_DEGREES' }
  const places = corners as LngLat[]
  const [first, last] = [places[0], places.at(-1)]
  if (!first || !last || first.lng !== last.lng || first.lat !== last.lat) return { problem: 'NOT_CLOSED' }
  return { corners: places.slice(0, -1) }
}

function polygonsIn(value: unknown): unknown[][] {
  if (typeof value !== 'object' || value === null) return []
  const { type, coordinates, geometry, features } = value as Record<string, unknown>
  if (type === 'FeatureCollection' && Array.isArray(features)) return features.flatMap(polygonsIn)
  if (type === 'Feature') return polygonsIn(geometry)
  if (type === 'MultiPolygon' && Array.isArray(coordinates)) return coordinates.filter((rings) => Array.isArray(rings))
  return type === 'Polygon' && Array.isArray(coordinates) ? [coordinates] : []
}

function placeOf(position: unknown): LngLat | null {
  if (!Array.isArray(position)) return null
  const [lng, lat]: unknown[] = position
  if (typeof lng !== 'number' || typeof lat !== 'number' || Math.abs(lng) > 180 || Math.abs(lat) > 90) return null
  return rounded({ lng, lat })
}
