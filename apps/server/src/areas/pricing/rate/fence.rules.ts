import { type FenceSide, MAX_FENCE_POINTS, type Polygon } from '@chauffeur/contract/pricing/fence'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { kinks } from '@turf/kinks'
import { localWeekday, onWeekday } from '#platform/values/local-clock'
import type { TemplateProblem } from '../price/pricing.model.ts'

interface Place {
  lat: number
  lng: number
}
export interface FenceToMatch {
  side: FenceSide
  priority: number
  weekMask: number
  polygon: Polygon
  id: string
}

const at = (path: string, zh: string, en: string): TemplateProblem[] => [{ path, zh, en }]

/** Why a drawing is no fence; empty when it is one: a single closed ring of at most 500 points that never meets itself. */
export function fenceProblems({ coordinates }: Polygon): TemplateProblem[] {
  const [ring, ...holes] = coordinates
  if (!ring || ring.length < 4) return at('polygon', '围栏至少需要三个边界点', 'a fence needs at least three corners')
  if (holes.length > 0) return at('polygon', '围栏不能有洞，请改为多个围栏', 'a fence cannot have a hole; draw several fences')
  if (ring.length > MAX_FENCE_POINTS)
    return at(
      'polygon',
      `围栏最多 ${MAX_FENCE_POINTS} 个点（含闭合点），现有 ${ring.length} 个`,
      `a fence has at most ${MAX_FENCE_POINTS} points with the closing one; this one has ${ring.length}`,
    )
  const [first, last] = [ring[0]!, ring.at(-1)!]
  if (first[0] !== last[0] || first[1] !== last[1]) return at('polygon', '围栏没有闭合', 'the fence is not closed')
  const seen = new Map<string, number>()
  for (const [index, point] of ring.slice(0, -1).entries()) {
    const before = seen.get(point.join())
    if (before !== undefined)
      return at(`polygon.${index}`, `第 ${before + 1} 点与第 ${index + 1} 点重合`, `points ${before + 1} and ${index + 1} are the same`)
    seen.set(point.join(), index)
  }
  const crossing = kinks({ type: 'Polygon', coordinates: [ring] }).features[0]?.geometry.coordinates
  if (crossing) {
    const place = `${crossing[1]!.toFixed(5)}, ${crossing[0]!.toFixed(5)}`
    return at('polygon', `围栏的边在 ${place} 处自相交`, `the fence crosses itself at ${place}`)
  }
  if (Math.abs(doubleArea(ring)) < 1e-10) return at('polygon', '围栏没有面积', 'the fence has no area')
  return []
}

/** Of a ring, in square degrees; only its being zero matters. */
const doubleArea = (ring: readonly (readonly [number, number])[]) =>
  ring.slice(1).reduce((sum, [lng, lat], index) => {
    const [beforeLng, beforeLat] = ring[index]!
    return sum + (beforeLng * lat - lng * beforeLat)
  }, 0)

/** The smallest box of degrees that holds the fence. */
export function boxOf({ coordinates: [ring = []] }: Polygon) {
  const [lngs, lats] = [ring.map(([lng]) => lng), ring.map(([, lat]) => lat)]
  return { minLat: Math.min(...lats), maxLat: Math.max(...lats), minLng: Math.min(...lngs), maxLng: Math.max(...lngs) }
}

/** The edge belongs to the fence. */
export const holds = (polygon: Polygon, { lat, lng }: Place): boolean => booleanPointInPolygon([lng, lat], polygon)

/** The fences that a trip touches on the right side and day, the one that decides first: highest priority, then lowest id. */
export function fencesOfTrip<T extends FenceToMatch>(
  fences: readonly T[],
  trip: { pickup: Place; dropoff: Place | null; departAt: number; utcOffsetMinutes: number },
): T[] {
  const weekday = localWeekday(trip.departAt, trip.utcOffsetMinutes)
  const touches = ({ side, polygon }: FenceToMatch) =>
    (side !== 'DROPOFF' && holds(polygon, trip.pickup)) || (side !== 'PICKUP' && trip.dropoff !== null && holds(polygon, trip.dropoff))
  return fences.filter((fence) => onWeekday(fence.weekMask, weekday) && touches(fence)).sort(byPrecedence)
}

/** The fences around a pick-up on its day, whatever they price: a coupon may be for these places alone. */
export function fencesAround(
  fences: readonly Pick<FenceToMatch, 'id' | 'weekMask' | 'polygon'>[],
  trip: { pickup: Place; departAt: number; utcOffsetMinutes: number },
): string[] {
  const weekday = localWeekday(trip.departAt, trip.utcOffsetMinutes)
  return fences.filter(({ weekMask, polygon }) => onWeekday(weekMask, weekday) && holds(polygon, trip.pickup)).map(({ id }) => id)
}

const byPrecedence = (a: FenceToMatch, b: FenceToMatch) => b.priority - a.priority || Number(BigInt(a.id) - BigInt(b.id))
