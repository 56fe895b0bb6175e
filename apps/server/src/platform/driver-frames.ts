import { LIVE_PART, type LiveDrivers } from '@chauffeur/contract/live'
import type { WorkStatus } from '@chauffeur/contract/order-model'
import type { Database } from './db.ts'
import { ageSOf, type Fix, type Positions } from './positions.ts'
import { inScope, type Scope } from './scope.ts'

/** A driver on duty. */
export interface Duty {
  driverId: string
  tenantId: string
  driverNo: string
  name: string
  cityId: string
  orgId: string | null
  level: number
  workStatus: WorkStatus
}
export interface DriverFrames {
  /** What changed for this watcher since its last frame, in parts; none when nothing did. */
  next(watcher: Watcher): LiveDrivers[]
  watch(scope: Scope): Watcher
  unwatch(watcher: Watcher): void
  stop(): void
}
export interface Watcher {
  scope: Scope
  sent: Map<string, { receivedAt: number; workStatus: string }>
  /** Had its first frame. */
  told: boolean
}

function partsOf({ at, full, drivers, gone }: Omit<LiveDrivers, 'part' | 'parts'>): LiveDrivers[] {
  const parts = Math.max(1, Math.ceil(drivers.length / LIVE_PART))
  return Array.from({ length: parts }, (_, part) => ({
    at,
    full,
    part,
    parts,
    drivers: drivers.slice(part * LIVE_PART, (part + 1) * LIVE_PART),
    gone: part === parts - 1 ? gone : [],
  }))
}

/** A driver not heard of for longer is not drawn any more. */
const FORGET_AFTER_MS = 30 * 60_000
const ROSTER_EVERY_MS = 1_000

/** A driver on duty as a frame tells them; null for one not heard of for too long. */
export function seenDriver(duty: Duty, fix: Fix, now: number): LiveDrivers['drivers'][number] | null {
  if (now - fix.receivedAt > FORGET_AFTER_MS) return null
  const { driverId, driverNo, name, cityId, orgId, level, workStatus } = duty
  const { lat, lng, headingDeg } = fix
  return { driverId, driverNo, name, cityId, orgId, level, workStatus, lat, lng, headingDeg, ageS: ageSOf(fix.receivedAt, now) }
}

/**
 * Frames of moving drivers, one roster for all watchers of the process: who is on duty comes from the database once a
 * second while anybody watches, places come from memory, and the scope decides who is in a frame.
 */
export function driverFrames(db: Database, positions: Positions): DriverFrames {
  const watchers = new Set<Watcher>()
  let roster = new Map<string, Duty>()
  let reading = false
  const refresh = async () => {
    if (reading || watchers.size === 0) return
    reading = true
    try {
      const { rows } = await db.platform.query<Duty>({
        name: 'roster',
        text: `select driver_id as "driverId", tenant_id as "tenantId", driver_no as "driverNo", name, city_id as "cityId", org_id as "orgId", level, work_status as "workStatus" from drivers where work_status <> 'OFFLINE'`,
      })
      roster = new Map(rows.map((row) => [row.driverId, row]))
    } catch {
      // The database is away: the last roster stands until it is back.
    } finally {
      reading = false
    }
  }
  const timer = setInterval(() => void refresh(), ROSTER_EVERY_MS)
  return {
    watch: (scope) => {
      const watcher = { scope, sent: new Map(), told: false }
      watchers.add(watcher)
      void refresh()
      return watcher
    },
    unwatch: (watcher) => void watchers.delete(watcher),
    stop: () => clearInterval(timer),
    next: (watcher) => {
      const now = Date.now()
      const full = !watcher.told
      watcher.told = true
      const drivers: LiveDrivers['drivers'] = []
      const seen = new Set<string>()
      // Partners see no drivers (the drivers' policy says the same).
      if (watcher.scope.channel === '*') {
        for (const fix of positions.all(watcher.scope.tenantId)) {
          const duty = roster.get(fix.driverId)
          const driver = duty && inScope(watcher.scope, { ...duty, channelId: null }) && seenDriver(duty, fix, now)
          if (!driver) continue
          seen.add(fix.driverId)
          const sent = watcher.sent.get(fix.driverId)
          if (sent && sent.receivedAt === fix.receivedAt && sent.workStatus === duty.workStatus) continue
          watcher.sent.set(fix.driverId, { receivedAt: fix.receivedAt, workStatus: duty.workStatus })
          drivers.push(driver)
        }
      }
      const gone: string[] = []
      for (const driverId of watcher.sent.keys()) {
        if (seen.has(driverId)) continue
        gone.push(driverId)
        watcher.sent.delete(driverId)
      }
      // The first frame says who is on duty also when nobody is.
      return full || drivers.length || gone.length ? partsOf({ at: new Date(now).toISOString(), full, drivers, gone }) : []
    },
  }
}
