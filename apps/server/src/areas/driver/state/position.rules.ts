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

/** A telephone keeps what it could not send for so long; what it says is older counts as taken then, since a clock can say anything. */
const LONGEST_KEPT_MS = 24 * 3_600_000

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
    const at = newest === null || time === null ? next : Math.min(next, receivedAt - Math.min(newest - time, LONGEST_KEPT_MS))
    taken.push(at)
    next = at
  }
  return taken.reverse()
}

/** Device times remembered of each driver: as many as a batch may hold. */
const REMEMBERED = 100
/** Fixes are sent again within so long; a device whose clock was put back by more is believed at once. */
const RESENT_MS = 10 * 60_000

/** By what a process knows that it, or another one, received a fix before. */
export interface Received {
  /** Device times of the last fixes it received itself. */
  deviceTimes: readonly number[]
  /** The newest device time that it only heard of: of another process, or from before it started. */
  elsewhere: number | null
}

/** What is known, with the driver's last place as all processes have it. */
export const hearOf = (received: Received, deviceAt: number | null | undefined): Received =>
  deviceAt === null || deviceAt === undefined || received.deviceTimes.includes(deviceAt) ? received : { ...received, elsewhere: deviceAt }

/**
 * Which fixes of a batch were received before: a telephone that had no answer sends them again, alone or with newer ones, and by then their
 * times on the server's clock would come out later. They are known by the device's time. Of what another process received only the newest is
 * known: whatever is not newer than that was received there, or comes too late to be where the driver is. `known`: also after the batch.
 */
export function repeatsIn(deviceTimes: readonly (number | null)[], known: Received): { repeated: boolean[]; known: Received } {
  const before = new Set(known.deviceTimes)
  const { elsewhere } = known
  const repeated = deviceTimes.map(
    (time) => time !== null && (before.has(time) || (elsewhere !== null && time <= elsewhere && time > elsewhere - RESENT_MS)),
  )
  const fresh = deviceTimes.filter((time, i): time is number => time !== null && !repeated[i])
  return { repeated, known: fresh.length ? { elsewhere, deviceTimes: [...known.deviceTimes, ...fresh].slice(-REMEMBERED) } : known }
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
