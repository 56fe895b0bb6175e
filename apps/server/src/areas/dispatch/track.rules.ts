import type { Place, Traced } from './position.rules.ts'

export interface Track {
  distanceM: number
  quality: 'GOOD' | 'GAPS' | 'ESTIMATED'
  /** Seconds of the trip without a fix, and the straight metres counted for them. */
  gapS: number
  gapM: number
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
  const durationS = Math.max(0, (trip.endedAt - trip.departAt) / 1000)
  const walked = walk(points, trip.metres)
  const edgeS = points.length ? gapOf(trip.departAt, points[0]!.at) + gapOf(points.at(-1)!.at, trip.endedAt) : durationS
  const gapS = Math.round(walked.gapS + edgeS)
  if (points.length < 2 || gapS * 2 > durationS)
    return { distanceM: Math.max(Math.round(walked.distanceM), estimate(trip)), quality: 'ESTIMATED', gapS, gapM: Math.round(walked.gapM) }
  return { distanceM: Math.round(walked.distanceM), quality: gapS > 0 ? 'GAPS' : 'GOOD', gapS, gapM: Math.round(walked.gapM) }
}

const gapOf = (from: number, to: number) => (to - from > GAP_S * 1000 ? (to - from) / 1000 : 0)

function walk(points: readonly Traced[], metres: Trip['metres']) {
  let distanceM = 0
  let gapS = 0
  let gapM = 0
  let anchor = points[0]
  for (const [i, point] of points.entries()) {
    if (i === 0 || !anchor) continue
    const stepM = metres(anchor.lat, anchor.lng, point.lat, point.lng)
    const missingS = gapOf(points[i - 1]!.at, point.at)
    if (missingS > 0) {
      gapS += missingS
      gapM += stepM
    }
    if (stepM < STILL_M && missingS === 0) continue
    distanceM += stepM
    anchor = point
  }
  return { distanceM, gapS, gapM }
}

function estimate({ quotedM, end, pickup, metres, detourX100 }: Trip): number {
  if (quotedM !== null) return quotedM
  return end ? Math.round((metres(pickup.lat, pickup.lng, end.lat, end.lng) * detourX100) / 100) : 0
}
