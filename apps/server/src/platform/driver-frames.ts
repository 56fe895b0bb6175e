import type { LiveDrivers } from '@chauffeur/contract/live'
import type { WorkStatus } from '@chauffeur/contract/order-model'
import type { Database } from './db.ts'
import { ageSOf, type Positions } from './positions.ts'
import { inScope, type Scope } from './scope.ts'

interface Duty {
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
  /** What changed for this watcher since its last frame; null when nothing did. */
  next(watcher: Watcher): LiveDrivers | null
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

/** A driver not heard of for longer is not drawn any more. */
const FORGET_AFTER_MS = 30 * 60_000
const ROSTER_EVERY_MS = 1_000

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
          if (!duty || now - fix.receivedAt > FORGET_AFTER_MS) continue
          if (!inScope(watcher.scope, { ...duty, channelId: null })) continue
          seen.add(fix.driverId)
          const sent = watcher.sent.get(fix.driverId)
          if (sent && sent.receivedAt === fix.receivedAt && sent.workStatus === duty.workStatus) continue
          watcher.sent.set(fix.driverId, { receivedAt: fix.receivedAt, workStatus: duty.workStatus })
          drivers.push({
            driverId: fix.driverId,
            driverNo: duty.driverNo,
            name: duty.name,
            cityId: duty.cityId,
            orgId: duty.orgId,
            level: duty.level,
            workStatus: duty.workStatus,
            lat: fix.lat,
            lng: fix.lng,
            headingDeg: fix.headingDeg,
            ageS: ageSOf(fix.receivedAt, now),
          })
        }
      }
      const gone: string[] = []
      for (const driverId of watcher.sent.keys()) {
        if (seen.has(driverId)) continue
        gone.push(driverId)
        watcher.sent.delete(driverId)
      }
      // The first frame says who is on duty also when nobody is.
      return full || drivers.length || gone.length ? { at: new Date(now).toISOString(), full, drivers, gone } : null
    },
  }
}
