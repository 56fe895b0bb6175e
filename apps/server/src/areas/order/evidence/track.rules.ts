import type { Place, Traced } from '#areas/driver/state'

/** A stretch of a trip without a fix, in ms of the server's clock. */
export interface Gap {
  from: number
  to: number
  /** Between its two ends, as counted; none where the trip began or ended unseen. */
  straightM: number
}
export interface Track {
  distanceM: number
  quality: 'GOOD' | 'GAPS' | 'ESTIMATED'
  /** Seconds of the trip without a fix, and the straight metres counted for them. */
  gapS: number
  gapM: number
  gaps: Gap[]
}
export interface Trip {
  departAt: number
  endedAt: number
  points: readonly Traced[]
  pickup: Place
  /** Where the trip ended, as far as known. */
  end: Place | null
  /** Streets between the two ends of a trip, as quoted, where it ended at the quoted destination. */
  quotedM: number | null
  detourX100: number
  metres: (latA: number, lngA: number, latB: number, lngB: number) => number
}

/** Longer than this between two fixes is a gap. */
const GAP_S = 60
/** A car that stands still wanders on the map: moves below this are not counted until they add up. */
const STILL_M = 12

/**
 * The distance of a trip from its fixes. Across a gap the straight line counts and nothing is added: a lower bound, said to be one. Where
 * fixes cover less than half of the trip the distance is an estimate, and says so.
 */
export function trackDistance(trip: Trip): Track {
  const points = trip.points.filter(({ at }) => at >= trip.departAt && at <= trip.endedAt).sort((a, b) => a.at - b.at)
  const { distanceM, gaps } = walk(trip, points)
  const gapS = Math.round(gaps.reduce((sum, { from, to }) => sum + to - from, 0) / 1000)
  const gapM = Math.round(gaps.reduce((sum, { straightM }) => sum + straightM, 0))
  if (points.length < 2 || gapS * 2000 > trip.endedAt - trip.departAt)
    return { distanceM: Math.max(Math.round(distanceM), estimate(trip)), quality: 'ESTIMATED', gapS, gapM, gaps }
  return { distanceM: Math.round(distanceM), quality: gaps.length ? 'GAPS' : 'GOOD', gapS, gapM, gaps }
}

const isGap = (from: number, to: number) => to - from > GAP_S * 1000

function walk({ departAt, endedAt, metres }: Trip, points: readonly Traced[]) {
  let distanceM = 0
  const gaps: Gap[] = []
  let anchor: Traced | undefined
  let seenAt = departAt
  for (const point of points) {
    const stepM = anchor ? metres(anchor.lat, anchor.lng, point.lat, point.lng) : 0
    const missing = isGap(seenAt, point.at)
    if (missing) gaps.push({ from: seenAt, to: point.at, straightM: stepM })
    seenAt = point.at
    if (anchor && stepM < STILL_M && !missing) continue
    distanceM += stepM
    anchor = point
  }
  if (isGap(seenAt, endedAt)) gaps.push({ from: seenAt, to: endedAt, straightM: 0 })
  return { distanceM, gaps }
}

function estimate({ quotedM, end, pickup, metres, detourX100 }: Trip): number {
  if (quotedM !== null) return quotedM
  return end ? Math.round((metres(pickup.lat, pickup.lng, end.lat, end.lng) * detourX100) / 100) : 0
}
