import type { fix as wireFix } from '@chauffeur/contract/driver/app'
import { LRUCache } from 'lru-cache'
import type * as z from 'zod'
import { type Database, isDataError } from '#platform/database/db'
import { toWgs84 } from '#platform/values/geo'
import type { Platform } from '#platform/http/implement'
import { type Fix, metresBetween } from '#platform/live/positions'
import type { DriverSession } from '#platform/identity/session'
import { lastPositions, savePositions, saveTrackPoints, type TrackedFix } from './position.queries.ts'
import { follow, hearOf, type Received, repeatsIn, takenAt, type Trace, type Traced } from './position.rules.ts'

/** Little at a time, so that no request waits for the writing of thousands of rows. */
const FLUSH_MS = 500
/** The database was away for long: beyond so many fixes the oldest are let go. */
const MOST_PENDING = 200_000
const RESTART_REACH_S = 24 * 3600

interface Intake {
  traces: LRUCache<string, { trace: Trace; received: Received }>
  newest: Map<string, Fix>
  pending: TrackedFix[]
  timer: NodeJS.Timeout | null
  flushing: Promise<void> | null
}
/** One per database handle: what this process received and has not written yet. */
const intakes = new WeakMap<Database, Intake>()
function intakeOf({ db }: Platform): Intake {
  let intake = intakes.get(db)
  if (!intake)
    intakes.set(db, (intake = { traces: new LRUCache({ max: 100_000 }), newest: new Map(), pending: [], timer: null, flushing: null }))
  return intake
}

/** Takes a batch of fixes, those left out that came before: live at once, in the database within a second. Age is reckoned from `receivedAt`, never from the device's clock. */
export function receiveFixes(
  platform: Platform,
  driver: DriverSession,
  sent: readonly z.output<typeof wireFix>[],
  receivedAt = Date.now(),
): { accepted: number; rejected: number } {
  const intake = intakeOf(platform)
  const key = `${driver.tenantId}/${driver.driverId}`
  const known = platform.positions.get(driver.driverId)
  const remembered = intake.traces.get(key) ?? { trace: traceOf(known), received: { deviceTimes: [], elsewhere: null } }
  let { trace } = remembered
  const deviceTimes = sent.map(({ at }) => (at === undefined ? null : Date.parse(at)))
  const { repeated, known: received } = repeatsIn(deviceTimes, hearOf(remembered.received, known?.deviceAt))
  const batch = sent.filter((_, i) => !repeated[i])
  const times = takenAt(
    deviceTimes.filter((_, i) => !repeated[i]),
    receivedAt,
  )
  const used: TrackedFix[] = []
  for (const [i, given] of batch.entries()) {
    const point = toWgs84(given, given.datum)
    const followed = follow(
      trace,
      { ...point, at: times[i]!, accuracyM: given.accuracyM ?? null },
      platform.settings.maxPlausibleMps,
      metresBetween,
    )
    trace = followed.trace
    if (!followed.used) continue
    used.push({
      driverId: driver.driverId,
      tenantId: driver.tenantId,
      cityId: driver.cityId,
      ...point,
      headingDeg: given.headingDeg ?? null,
      // Finer than any telephone knows, and finer than the column holds.
      speedMps: given.speedMps === undefined ? null : Math.round(given.speedMps * 100) / 100,
      accuracyM: given.accuracyM ?? null,
      deviceAt: given.at === undefined ? null : Date.parse(given.at),
      receivedAt,
      takenAt: times[i]!,
    })
  }
  intake.traces.set(key, { trace, received })
  const newest = used.at(-1)
  if (newest) {
    platform.positions.put([newest])
    intake.newest.set(key, newest)
    intake.pending.push(...used)
    if (intake.pending.length > MOST_PENDING) intake.pending.splice(0, intake.pending.length - MOST_PENDING)
    schedule(platform, intake)
  }
  return { accepted: sent.length - batch.length + used.length, rejected: batch.length - used.length }
}

const traceOf = (fix: Fix | undefined): Trace => ({
  last: fix ? ({ lat: fix.lat, lng: fix.lng, at: fix.receivedAt, accuracyM: fix.accuracyM } satisfies Traced) : null,
  doubted: null,
})

function schedule(platform: Platform, intake: Intake): void {
  intake.timer ??= setTimeout(() => {
    intake.timer = null
    // What could not be written is kept and tried again.
    flushPositions(platform).catch(() => schedule(platform, intake))
  }, FLUSH_MS).unref()
}

/** Writes what was received. Callers at the same time share one write after the one under way. */
export async function flushPositions(platform: Platform): Promise<void> {
  const intake = intakeOf(platform)
  await intake.flushing?.catch(() => {})
  intake.flushing ??= writeOut(platform, intake).finally(() => (intake.flushing = null))
  return intake.flushing
}

async function writeOut({ db, reportFault }: Platform, intake: Intake): Promise<void> {
  if (!intake.pending.length) return
  const { newest, pending } = intake
  intake.newest = new Map()
  intake.pending = []
  try {
    await writeEach(pending, (some) => saveTrackPoints(db, some), reportFault)
    await writeEach([...newest.values()], (some) => savePositions(db, some), reportFault)
  } catch (error) {
    intake.pending = [...pending, ...intake.pending]
    intake.newest = new Map([...newest, ...intake.newest])
    throw error
  }
}

/** All in one statement; where the database refuses what one of them holds, that one is let go and does not keep back the others. */
async function writeEach<T>(
  all: readonly T[],
  write: (some: readonly T[]) => Promise<void>,
  report: Platform['reportFault'],
): Promise<void> {
  try {
    await write(all)
  } catch (error) {
    if (!isDataError(error)) throw error
    if (all.length === 1) return report('a position that the database refuses was let go', error)
    const half = all.length >> 1
    await writeEach(all.slice(0, half), write, report)
    await writeEach(all.slice(half), write, report)
  }
}

/** What the database knows of where a city's drivers are, into memory: the city comes over from another process. */
export async function loadPositions(platform: Platform, cityId: string): Promise<void> {
  platform.positions.put(await lastPositions(platform.db, cityId, RESTART_REACH_S))
}
/** The same for every city, at a start. */
export async function warmPositions(platform: Platform): Promise<void> {
  platform.positions.put(await lastPositions(platform.db, null, RESTART_REACH_S))
}
