import type { InputOf } from '@chauffeur/contract/kernel/call'
import type { dispatchCalls } from '@chauffeur/contract/driver/app'
import { headingDeg, metresBetween, moved, type Point } from '../city/geo.ts'
import { type Path, pointOn } from '../city/path.ts'
import type { Stream } from '../random.ts'

export type Fix = InputOf<typeof dispatchCalls.positions>['positions'][number]

/** The contract takes no faster fix; what is faster goes without a speed. */
const fastestMps = 120
/** The most fixes one call takes, and so the most that are kept while the server is away. */
const batchSize = 100

/** The device of one driver: where it is, and the fixes it has not delivered yet. Times are milliseconds of the real clock. */
export interface Tracker {
  where: (now: number) => Point
  /** Until the present way is finished; 0 when standing. */
  remainingMs: (now: number) => number
  standAt: (point: Point, now: number) => void
  /** Starts along a way; the former one ends where the device is now. */
  follow: (path: Path, now: number) => void
  /** A single fix, for calls that take one. */
  fix: (now: number) => Fix
  /** Everything to deliver: what piled up and `samples` fixes since the last, the newest at `now`. */
  take: (now: number, samples: number) => Fix[]
  /** Puts back what could not be delivered; the oldest are dropped when it is too much. */
  giveBack: (fixes: Fix[]) => void
}

export function createTracker(start: Point, speedUp: number, random: Stream): Tracker {
  let path: Path | null = null
  let startedAt = 0
  let standing = start
  let pending: Fix[] = []
  let last: { point: Point; at: number; heading: number } | null = null
  let error = { eastM: 0, northM: 0 }

  const where = (now: number) => (path ? pointOn(path, ((now - startedAt) / 1000) * speedUp) : standing)
  const remainingMs = (now: number) => (path ? Math.max(0, startedAt + (path.durationS * 1000) / speedUp - now) : 0)

  /** A fix is a few metres off, and its speed is what the reported places say, not what was meant. */
  const fix = (at: number): Fix => {
    const elapsedS = last ? (at - last.at) / 1000 : 0
    if (!last || elapsedS > 1) error = { eastM: random.between(-3, 3), northM: random.between(-3, 3) }
    const point = moved(where(at), error.eastM, error.northM)
    const distanceM = last ? metresBetween(last.point, point) : 0
    const speedMps = elapsedS > 0 ? Math.round((distanceM / elapsedS) * 10) / 10 : 0
    const heading = last ? (distanceM > 8 ? headingDeg(last.point, point) : last.heading) : 0
    if (!last || at > last.at) last = { point, at, heading }
    return {
      lat: Math.round(point.lat * 1e6) / 1e6,
      lng: Math.round(point.lng * 1e6) / 1e6,
      datum: 'WGS84',
      at: new Date(at).toISOString(),
      accuracyM: random.int(4, 18),
      headingDeg: heading,
      ...(speedMps <= fastestMps ? { speedMps } : {}),
    }
  }
  const keep = (fixes: Fix[]) => {
    pending = fixes.slice(-batchSize)
  }
  /** The end of a stretch is kept at once: after the change of way it could no longer be told. */
  const turn = (now: number) => {
    if (last && now > last.at) keep([...pending, fix(now)])
  }
  return {
    where,
    remainingMs,
    standAt(point, now) {
      turn(now)
      path = null
      standing = point
    },
    follow(next, now) {
      turn(now)
      path = next
      startedAt = now
    },
    fix,
    take(now, samples) {
      const since = last?.at ?? now
      const times = Array.from({ length: samples }, (_, index) => Math.round(since + ((now - since) * (index + 1)) / samples))
      // Standing still says nothing new in between.
      const wanted = remainingMs(since) > 0 ? times.filter((at) => at > since) : []
      const fixes = [...pending, ...(wanted.length > 0 ? wanted.map(fix) : [fix(now)])]
      pending = []
      return fixes.slice(-batchSize)
    },
    giveBack: (fixes) => keep([...fixes, ...pending]),
  }
}
