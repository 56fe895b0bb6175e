export interface Place {
  lat: number
  lng: number
}
type Metres = (latA: number, lngA: number, latB: number, lngB: number) => number
/** A fix as a trace needs it: `at` in ms of the server's clock. */
export interface Traced extends Place {
  at: number
  accuracyM: number | null
}

/**
 * When each fix of a batch was taken, on the server's clock. The device's clock may be wrong by any amount, so only its differences are
 * used: the newest fix was taken when the batch came in. Fixes without a device time, or against its order, share the time of the next.
 */
export function takenAt(deviceTimes: readonly (number | null)[], receivedAt: number): number[] {
  const newest = deviceTimes.reduce<number | null>(
    (latest, time) => (time !== null && (latest === null || time > latest) ? time : latest),
    null,
  )
  const taken: number[] = []
  let next = receivedAt
  for (const time of deviceTimes.toReversed()) {
    const at = newest === null || time === null ? next : Math.min(next, receivedAt - (newest - time))
    taken.push(at)
    next = at
  }
  return taken.reverse()
}

/** Device times remembered of each driver: as many as a batch may hold. */
const REMEMBERED = 100

/**
 * Which fixes of a batch were received before: a telephone that had no answer sends them again, alone or with newer ones, and by then their
 * times on the server's clock would come out later. They are known by the device's time. `known`: those of the last fixes, also after it.
 */
export function repeatsIn(
  deviceTimes: readonly (number | null)[],
  known: readonly number[],
): { repeated: boolean[]; known: readonly number[] } {
  const before = new Set(known)
  const repeated = deviceTimes.map((time) => time !== null && before.has(time))
  const fresh = deviceTimes.filter((time, i): time is number => time !== null && !repeated[i])
  return { repeated, known: fresh.length ? [...known, ...fresh].slice(-REMEMBERED) : known }
}

/** The device may be off by what it says of its own accuracy, and two fixes within a second are measured over one. */
export function isPlausible(from: Traced, to: Traced, maxMps: number, metres: Metres): boolean {
  const seconds = Math.max(1, Math.abs(to.at - from.at) / 1000)
  const slackM = Math.min(500, (from.accuracyM ?? 50) + (to.accuracyM ?? 50))
  return metres(from.lat, from.lng, to.lat, to.lng) - slackM <= maxMps * seconds
}

/** So many fixes in a row that agree with each other, over so long, outweigh the place known before. */
const OVERRULE_FIXES = 5
const OVERRULE_MS = 20_000

/** What is remembered of one driver between batches: the last fix used, and the run of rejected ones that agree with each other. */
export interface Trace {
  last: Traced | null
  doubted: { first: number; last: Traced; count: number } | null
}

/** Takes or rejects one fix. A jump is rejected, unless the device insists: else one false fix would shut out all true ones. */
export function follow(trace: Trace, fix: Traced, maxMps: number, metres: Metres): { trace: Trace; used: boolean } {
  if (!trace.last || isPlausible(trace.last, fix, maxMps, metres)) return { trace: { last: fix, doubted: null }, used: true }
  const run = trace.doubted && isPlausible(trace.doubted.last, fix, maxMps, metres) ? trace.doubted : null
  const doubted = { first: run?.first ?? fix.at, last: fix, count: (run?.count ?? 0) + 1 }
  if (doubted.count >= OVERRULE_FIXES && fix.at - doubted.first >= OVERRULE_MS) return { trace: { last: fix, doubted: null }, used: true }
  return { trace: { last: trace.last, doubted }, used: false }
}
