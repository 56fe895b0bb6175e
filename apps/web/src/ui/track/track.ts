import { distanceM, type LngLat, mercatorX, mercatorY } from '../map-points/geo.ts'
import { bearingDeg } from '../map-points/heading.ts'

/** A fix of a driver's way; WGS84, the time as the device told it. */
export interface TrackPoint extends LngLat {
  atMs: number
}

/** Longer than this between two fixes is a gap, as for the distance of the bill: nobody knows the way between them. */
const GAP_MS = 60_000
/** A car that stands still wanders on the map: moves below this count only once they add up, as for the bill. */
const STILL_M = 12
/** The speed shown is the mean over this much of the way. */
const SPEED_OVER_MS = 16_000

/** Within so many metres of each other for so long the car stood. */
const STOP_M = 30
const STOP_MS = 60_000

/** How fast, from standing traffic to a free road. */
export type Pace = 0 | 1 | 2 | 3
/** Where each pace but the slowest begins, in km/h. */
export const PACES_KMH = [10, 30, 60] as const
export const paceOf = (mps: number): Pace => PACES_KMH.filter((kmh) => mps * 3.6 >= kmh).length as Pace

export interface TrackSpan {
  fromMs: number
  toMs: number
}

/** Consecutive fixes, or the two ends of a gap. */
export interface TrackStretch {
  gap: boolean
  /** Index of the first and the last fix. */
  from: number
  to: number
}

/** Where the car stood, and when. */
export interface TrackStop extends TrackSpan, LngLat {}

export interface Track extends TrackSpan {
  points: readonly TrackPoint[]
  stretches: readonly TrackStretch[]
  gaps: readonly TrackSpan[]
  stops: readonly TrackStop[]
  /** Metres from the first fix to each, straight across gaps. */
  walkedM: readonly number[]
}

/** Where the driver was, and whether a fix says so. */
export interface TrackPlace extends LngLat {
  /** Null where nothing moved. */
  headingDeg: number | null
  /** Metres per second; null where it is not known. */
  speedMps: number | null
  walkedM: number
  /** False inside a gap: the place is reckoned on the straight line. */
  known: boolean
  /** The last fix before, -1 before the first. */
  at: number
}

/** Fixes in any order as a way to be replayed; `span` is the trip's own beginning and end, where fixes may be missing. */
export function trackOf(fixes: readonly TrackPoint[], span: Partial<TrackSpan> = {}): Track {
  const points = [...fixes].sort((a, b) => a.atMs - b.atMs).filter((point, at, all) => at === 0 || point.atMs !== all[at - 1]?.atMs)
  const first = points[0]?.atMs ?? span.fromMs ?? span.toMs ?? 0
  const last = points.at(-1)?.atMs ?? span.toMs ?? first
  const fromMs = Math.min(first, span.fromMs ?? first)
  const toMs = Math.max(last, span.toMs ?? last)
  const ends = points.length === 0 ? [fromMs, toMs] : [fromMs, ...points.map((point) => point.atMs), toMs]
  const gaps = ends.flatMap((atMs, at) => {
    const before = ends[at - 1]
    return before !== undefined && atMs - before > GAP_MS ? [{ fromMs: before, toMs: atMs }] : []
  })
  return { points, fromMs, toMs, gaps, stops: stopsOf(points), stretches: stretchesOf(points), walkedM: walkedOf(points) }
}

const isGap = (points: readonly TrackPoint[], at: number) => (points[at + 1]?.atMs ?? 0) - (points[at]?.atMs ?? 0) > GAP_MS

function stretchesOf(points: readonly TrackPoint[]): TrackStretch[] {
  const stretches: TrackStretch[] = []
  let from = 0
  for (let at = 0; at < points.length - 1; at++) {
    if (!isGap(points, at)) continue
    if (at > from) stretches.push({ gap: false, from, to: at })
    stretches.push({ gap: true, from: at, to: at + 1 })
    from = at + 1
  }
  if (points.length - 1 > from) stretches.push({ gap: false, from, to: points.length - 1 })
  return stretches
}

function stopsOf(points: readonly TrackPoint[]): TrackStop[] {
  const stops: TrackStop[] = []
  for (let from = 0; from < points.length; ) {
    const first = points[from] as TrackPoint
    let to = from
    while (to + 1 < points.length && !isGap(points, to) && distanceM(first, points[to + 1] as TrackPoint) <= STOP_M) to++
    const last = points[to] as TrackPoint
    if (last.atMs - first.atMs < STOP_MS) {
      from++
      continue
    }
    const { lng, lat } = points[Math.floor((from + to) / 2)] as TrackPoint
    stops.push({ lng, lat, fromMs: first.atMs, toMs: last.atMs })
    from = to + 1
  }
  return stops
}

/** A piece of a stretch that was driven at one pace; its first and last fix. */
export interface PacedPiece {
  pace: Pace
  from: number
  to: number
}

/** A stretch cut where its pace changes. */
export function pacedPieces(track: Track, from: number, to: number): PacedPiece[] {
  const pieces: PacedPiece[] = []
  for (let at = from; at < to; at++) {
    const middleMs = ((track.points[at] as TrackPoint).atMs + (track.points[at + 1] as TrackPoint).atMs) / 2
    const pace = paceOf(speedAt(track, middleMs) ?? 0)
    const last = pieces.at(-1)
    if (last?.pace === pace) last.to = at + 1
    else pieces.push({ pace, from: at, to: at + 1 })
  }
  return pieces
}

/** The trip's speed in so many even steps of time, metres per second; null where no fix says. */
export function speedSteps(track: Track, steps: number): (number | null)[] {
  const stepMs = (track.toMs - track.fromMs) / steps
  return Array.from({ length: steps }, (_, step) => {
    const fromMs = track.fromMs + step * stepMs
    const middleMs = fromMs + stepMs / 2
    if (track.points.length < 2 || track.gaps.some((gap) => middleMs > gap.fromMs && middleMs < gap.toMs)) return null
    return stepMs > SPEED_OVER_MS
      ? ((walkedAt(track, fromMs + stepMs) - walkedAt(track, fromMs)) * 1000) / stepMs
      : speedAt(track, middleMs)
  })
}

function walkedOf(points: readonly TrackPoint[]): number[] {
  let anchor = points[0]
  let sum = 0
  return points.map((point, at) => {
    if (!anchor || at === 0) return 0
    const stepM = distanceM(anchor, point)
    if (stepM < STILL_M && !isGap(points, at - 1)) return sum
    sum += stepM
    anchor = point
    return sum
  })
}

/** The last fix at or before an instant; -1 before the first. */
function indexAt(points: readonly TrackPoint[], atMs: number): number {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle] as TrackPoint).atMs <= atMs) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Where the driver was at an instant; null when there is no fix at all. */
export function placeAt(track: Track, atMs: number): TrackPlace | null {
  const { points } = track
  const at = indexAt(points, atMs)
  const a = points[Math.max(0, at)]
  if (!a) return null
  const b = points[at + 1] ?? a
  const known = !track.gaps.some((gap) => atMs > gap.fromMs && atMs < gap.toMs)
  if (at < 0) return { lng: a.lng, lat: a.lat, headingDeg: null, speedMps: null, walkedM: 0, known, at }
  const share = b.atMs > a.atMs ? Math.min(1, (atMs - a.atMs) / (b.atMs - a.atMs)) : 0
  return {
    lng: a.lng + (b.lng - a.lng) * share,
    lat: a.lat + (b.lat - a.lat) * share,
    headingDeg: headingAt(points, at),
    speedMps: known ? speedAt(track, atMs) : null,
    walkedM: walkedAt(track, atMs),
    known,
    at,
  }
}

function walkedAt({ points, walkedM }: Track, atMs: number): number {
  const at = indexAt(points, atMs)
  const a = points[at]
  const b = points[at + 1]
  const before = walkedM[at] ?? 0
  if (!a || !b) return before
  return before + (((walkedM[at + 1] ?? before) - before) * (atMs - a.atMs)) / (b.atMs - a.atMs)
}

function speedAt(track: Track, atMs: number): number | null {
  const { points } = track
  const fromMs = Math.max(points[0]?.atMs ?? atMs, atMs - SPEED_OVER_MS / 2)
  const toMs = Math.min(points.at(-1)?.atMs ?? atMs, atMs + SPEED_OVER_MS / 2)
  return toMs > fromMs ? ((walkedAt(track, toMs) - walkedAt(track, fromMs)) * 1000) / (toMs - fromMs) : null
}

/** The way the car was going: towards the next fix far enough away to tell. */
function headingAt(points: readonly TrackPoint[], at: number): number | null {
  const from = points[at]
  if (!from) return null
  const next = points.slice(at + 1, at + 30).find((point) => distanceM(from, point) >= STILL_M)
  return next ? bearingDeg(mercatorX(from.lng), mercatorY(from.lat), mercatorX(next.lng), mercatorY(next.lat)) : null
}
