import type { Polygon } from '@chauffeur/contract/kernel/fields'
import { type FenceSide, MAX_FENCE_POINTS } from '@chauffeur/contract/pricing/fence'
import { localWeekday, onWeekday } from '#platform/values/local-clock'
import type { LatLng } from '#platform/values/geo'
import { holds, outlineProblems } from '#platform/values/geometry'

export interface FenceToMatch {
  side: FenceSide
  priority: number
  weekMask: number
  polygon: Polygon
  id: string
}

const FENCE = { zh: '围栏', en: 'fence', maxPoints: MAX_FENCE_POINTS }
/** Why a drawing is no fence; empty when it is one. */
export const fenceProblems = (polygon: Polygon) => outlineProblems(polygon, FENCE)

/** The fences that a trip touches on the right side and day, the one that decides first: highest priority, then lowest id. */
export function fencesOfTrip<T extends FenceToMatch>(
  fences: readonly T[],
  trip: { pickup: LatLng | null; dropoff: LatLng | null; departAt: number; utcOffsetMinutes: number },
): T[] {
  const weekday = localWeekday(trip.departAt, trip.utcOffsetMinutes)
  const touches = ({ side, polygon }: FenceToMatch) =>
    (side !== 'DROPOFF' && trip.pickup !== null && holds(polygon, trip.pickup)) ||
    (side !== 'PICKUP' && trip.dropoff !== null && holds(polygon, trip.dropoff))
  return fences.filter((fence) => onWeekday(fence.weekMask, weekday) && touches(fence)).sort(byPrecedence)
}

/** The fences around a pick-up on its day, whatever they price: a coupon may be for these places alone. */
export function fencesAround(
  fences: readonly Pick<FenceToMatch, 'id' | 'weekMask' | 'polygon'>[],
  trip: { pickup: LatLng | null; departAt: number; utcOffsetMinutes: number },
): string[] {
  const { pickup } = trip
  if (!pickup) return []
  const weekday = localWeekday(trip.departAt, trip.utcOffsetMinutes)
  return fences.filter(({ weekMask, polygon }) => onWeekday(weekMask, weekday) && holds(polygon, pickup)).map(({ id }) => id)
}

const byPrecedence = (a: FenceToMatch, b: FenceToMatch) => b.priority - a.priority || Number(BigInt(a.id) - BigInt(b.id))
