import { LIVE_PART, type LiveDrivers } from '@chauffeur/contract/operations/live'
import type { WorkStatus } from '@chauffeur/contract/order/model'
import type { Database } from '#platform/database/db'
import { eventBlock } from '#platform/live/event-stream'
import { ageSOf, type Fix, type Positions } from '#platform/live/positions'
import { inScope, type Scope } from '#platform/database/scope'
import type { DriverFrames } from '#platform/live/live-stream'

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
type HandOver = (parts: readonly Buffer[]) => void
type Seen = LiveDrivers['drivers'][number]

/** What all see who watch with the same scope: its frames are made once. */
interface View {
  scope: Scope
  /** By driver, as they were last told of. */
  told: Map<string, { receivedAt: number; workStatus: string; frame: number }>
  begun: Set<HandOver>
  /** Were not told anything yet. */
  waiting: Set<HandOver>
  frame: number
}

function partsOf({ at, full, drivers, gone }: Omit<LiveDrivers, 'part' | 'parts'>): Buffer[] {
  const parts = Math.max(1, Math.ceil(drivers.length / LIVE_PART))
  return Array.from({ length: parts }, (_, part) => {
    const frame: LiveDrivers = {
      at,
      full,
      part,
      parts,
      drivers: drivers.slice(part * LIVE_PART, (part + 1) * LIVE_PART),
      gone: part === parts - 1 ? gone : [],
    }
    return eventBlock('drivers', frame)
  })
}

/** A driver not heard of for longer is not drawn any more. */
const FORGET_AFTER_MS = 30 * 60_000
const FRAME_MS = 1_000

/** A driver on duty as a frame tells them; null for one not heard of for too long. */
export function seenDriver(duty: Duty, fix: Fix, now: number): Seen | null {
  if (now - fix.receivedAt > FORGET_AFTER_MS) return null
  const { driverId, driverNo, name, cityId, orgId, level, workStatus } = duty
  const { lat, lng, headingDeg } = fix
  return { driverId, driverNo, name, cityId, orgId, level, workStatus, lat, lng, headingDeg, ageS: ageSOf(fix.receivedAt, now) }
}

/** Scopes that see the same drivers have the same key. */
const keyOf = ({ tenantId, cities, orgs, channel }: Scope) =>
  [tenantId, ...[cities, orgs].map((ids) => (ids === '*' ? '*' : [...ids].sort().join())), channel].join('|')

/** Who is on duty, by tenant and city. */
type Roster = Map<string, Map<string, Duty[]>>

function* dutiesIn(roster: Roster, { tenantId, cities }: Scope): Iterable<Duty> {
  const byCity = roster.get(tenantId)
  for (const cityId of cities === '*' ? (byCity?.keys() ?? []) : new Set(cities)) yield* byCity?.get(cityId) ?? []
}

/**
 * Frames of moving drivers. Who is on duty in what is watched comes from the database once a second, places come from memory, and the scope
 * decides who is in a frame. A frame is made, and put into bytes, once for all who watch with the same scope; one of a city costs what the
 * city's drivers do, however many the tenant has.
 */
export function driverFrames(db: Pick<Database, 'platform'>, positions: Pick<Positions, 'get'>): DriverFrames {
  const views = new Map<string, View>()
  let roster: Roster = new Map()
  let reading = false

  const refresh = async () => {
    if (reading || views.size === 0) return
    reading = true
    const watched = [...views.values()]
    try {
      const everywhere = watched.filter(({ scope }) => scope.cities === '*').map(({ scope }) => scope.tenantId)
      const { rows } = await db.platform.query<Duty>({
        name: 'roster',
        text: `select driver_id as "driverId", tenant_id as "tenantId", driver_no as "driverNo", name, city_id as "cityId", org_id as "orgId", level, work_status as "workStatus"
               from drivers where work_status <> 'OFFLINE' and (tenant_id = any ($1::bigint[]) or tenant_id = any ($2::bigint[]) and city_id = any ($3::bigint[]))`,
        values: [
          everywhere,
          watched.map(({ scope }) => scope.tenantId),
          watched.flatMap(({ scope }) => (scope.cities === '*' ? [] : scope.cities)),
        ],
      })
      const byTenant = Map.groupBy(rows, (duty) => duty.tenantId)
      roster = new Map([...byTenant].map(([tenantId, duties]) => [tenantId, Map.groupBy(duties, (duty) => duty.cityId)]))
      for (const view of watched) if (view.waiting.size) tell(view, true)
    } catch {
      // The database is away: the last roster stands until it is back.
    } finally {
      reading = false
    }
  }

  /** Those within the scope now: all of them, those that changed, and those that were told of and are no more. */
  const look = (view: View, now: number) => {
    const [all, changed, gone] = [[] as Seen[], [] as Seen[], [] as string[]]
    const frame = ++view.frame
    // Partners see no drivers (the drivers' policy says the same).
    for (const duty of view.scope.channel === '*' ? dutiesIn(roster, view.scope) : []) {
      if (!inScope(view.scope, { ...duty, channelId: null })) continue
      const fix = positions.get(duty.driverId)
      const driver = fix?.tenantId === duty.tenantId ? seenDriver(duty, fix, now) : null
      if (!fix || !driver) continue
      if (view.waiting.size) all.push(driver)
      const told = view.told.get(duty.driverId)
      if (told?.receivedAt === fix.receivedAt && told.workStatus === duty.workStatus) {
        told.frame = frame
        continue
      }
      view.told.set(duty.driverId, { receivedAt: fix.receivedAt, workStatus: duty.workStatus, frame })
      changed.push(driver)
    }
    for (const [driverId, told] of view.told) {
      if (told.frame === frame) continue
      gone.push(driverId)
      view.told.delete(driverId)
    }
    return { all, changed, gone }
  }

  const tell = (view: View, begin: boolean) => {
    const now = Date.now()
    const at = new Date(now).toISOString()
    const { all, changed, gone } = look(view, now)
    if (view.begun.size && (changed.length || gone.length)) {
      const parts = partsOf({ at, full: false, drivers: changed, gone })
      for (const handOver of view.begun) handOver(parts)
    }
    if (!begin || !view.waiting.size) return
    // The first frame says who is on duty also when nobody is.
    const parts = partsOf({ at, full: true, drivers: all, gone: [] })
    for (const handOver of view.waiting) {
      view.begun.add(handOver)
      handOver(parts)
    }
    view.waiting.clear()
  }

  const timer = setInterval(() => {
    // Whoever has just come is told once the roster that goes for them is read.
    for (const view of views.values()) tell(view, false)
    void refresh()
  }, FRAME_MS)

  return {
    watch: (scope, handOver) => {
      const key = keyOf(scope)
      let view = views.get(key)
      if (!view) views.set(key, (view = { scope, told: new Map(), begun: new Set(), waiting: new Set(), frame: 0 }))
      view.waiting.add(handOver)
      void refresh()
      return () => {
        view.begun.delete(handOver)
        view.waiting.delete(handOver)
        if (!view.begun.size && !view.waiting.size && views.get(key) === view) views.delete(key)
      }
    },
    stop: () => clearInterval(timer),
  }
}
