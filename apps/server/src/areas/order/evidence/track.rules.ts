import type { Place, Traced } from '#areas/driver/state'
import type { GapFill } from '../model/index.ts'

/** A stretch of a trip without a fix, in ms of the server's clock. */
export interface Gap {
  from: number
  to: number
  /** Between its two ends, as counted; none where the trip began or ended unseen. */
  straightM: number
  /** Along the streets that a service found between them, which is what counts then. */
  filledM: number | null
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
  /** Null where only its address is known: the trip begins at its first fix. */
  pickup: Place | null
  /** Where the trip ended, as far as known. */
  end: Place | null
  /** Streets between the two ends of a trip, as quoted, where it ended at the quoted destination. */
  quotedM: number | null
  detourX100: number
  /** What services gave for gaps, by their two ends. */
  filled?: readonly GapFill[]
  metres: (latA: number, lngA: number, latB: number, lngB: number) => number
}

/** Longer than this between two fixes is a gap. */
const GAP_S = 60
/** A car that stands still wanders on the map: moves below this are not counted until they add up. */
const STILL_M = 12

/**
 * The distance of a trip from its fixes. Across a gap the streets count that a service found for it; without one the straight line and nothing
 * more: a lower bound, said to be one. Where less than half of the trip is known the distance is an estimate, and says so.
 */
export function trackDistance(trip: Trip): Track {
  const points = trip.points.filter(({ at }) => at >= trip.departAt && at <= trip.endedAt).sort((a, b) => a.at - b.at)
  const { distanceM, gaps } = walk(trip, points)
  const gapS = Math.round(gaps.reduce((sum, { from, to }) => sum + to - from, 0) / 1000)
  const gapM = Math.round(gaps.reduce((sum, { straightM }) => sum + straightM, 0))
  const unknownMs = gaps.reduce((sum, { from, to, filledM }) => sum + (filledM === null ? to - from : 0), 0)
  if (points.length < 2 || unknownMs * 2 > trip.endedAt - trip.departAt)
    return {
      distanceM: Math.max(Math.round(distanceM), estimate({ ...trip, pickup: trip.pickup ?? points[0] ?? null })),
      quality: 'ESTIMATED',
      gapS,
      gapM,
      gaps,
    }
  return { distanceM: Math.round(distanceM), quality: gaps.length ? 'GAPS' : 'GOOD', gapS, gapM, gaps }
}

/** So many fixes on either side of a gap say on which street, and which way. */
const BESIDE = 4
/** Faster than this (126 km/h) nobody was driven: then it was another way. */
const MOST_MPS = 35

/** Gaps with a fix at both ends. */
export const gapsBetween = (points: readonly Traced[]): { from: number; to: number }[] =>
  points.flatMap(({ at }, index) => {
    const next = points[index + 1]
    return next && isGap(at, next.at) ? [{ from: at, to: next.at }] : []
  })
export const missingAt = (points: readonly Traced[], { from, to }: { from: number; to: number }) => ({
  before: points.filter(({ at }) => at <= from).slice(-BESIDE),
  after: points.filter(({ at }) => at >= to).slice(0, BESIDE),
})
/** Whether so many metres can be driven in the time of a gap. */
export const passable = ({ from, to }: { from: number; to: number }, metres: number): boolean => metres * 1_000 <= (to - from) * MOST_MPS

const isGap = (from: number, to: number) => to - from > GAP_S * 1000

function walk({ departAt, endedAt, metres, filled = [] }: Trip, points: readonly Traced[]) {
  let distanceM = 0
  const gaps: Gap[] = []
  let anchor: Traced | undefined
  let seenAt = departAt
  for (const point of points) {
    const stepM = anchor ? metres(anchor.lat, anchor.lng, point.lat, point.lng) : 0
    const missing = isGap(seenAt, point.at)
    const from = seenAt
    seenAt = point.at
    if (anchor && stepM < STILL_M && !missing) continue
    const fill = missing ? filled.find((one) => one.from === from && one.to === point.at) : undefined
    const filledM = fill ? Math.max(Math.round(stepM), fill.metres) : null
    if (missing) gaps.push({ from, to: point.at, straightM: stepM, filledM })
    distanceM += filledM ?? stepM
    anchor = point
  }
  if (isGap(seenAt, endedAt)) gaps.push({ from: seenAt, to: endedAt, straightM: 0, filledM: null })
  return { distanceM, gaps }
}

function estimate({ quotedM, end, pickup, metres, detourX100 }: Trip): number {
  if (quotedM !== null) return quotedM
  return end && pickup ? Math.round((metres(pickup.lat, pickup.lng, end.lat, end.lng) * detourX100) / 100) : 0
}
