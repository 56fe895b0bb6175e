import type { LiveDrivers } from '@chauffeur/contract/operations/live'
import type { Freshness, WorkStatus } from '@chauffeur/contract/order/model'
import { toneOf } from '#shared/driver/driver-tone.ts'
import type { LngLat } from '#ui/map-points/geo.ts'
import { freshnessCode } from '#ui/map-points/motion.ts'
import { createPointStore, type MapPoint } from '#ui/map-points/point-store.ts'

export interface FleetDriver {
  driverId: string
  driverNo: string
  name: string
  cityId: string
  orgId: string | null
  level: number
  workStatus: WorkStatus
  fixedAtMs: number
}

export interface FleetFilter {
  /** Empty: all. */
  statuses: readonly WorkStatus[]
  freshness: readonly Freshness[]
  cityId: string
  /** Empty: all. The organisation and those below it. */
  orgIds: readonly string[]
  /** 0: all. */
  level: number
  /** Part of a driver's number or name. */
  keyword: string
}

export const noFilter: FleetFilter = { statuses: [], freshness: [], cityId: '', orgIds: [], level: 0, keyword: '' }
const freshnessNames: readonly Freshness[] = ['FRESH', 'LAGGING', 'SILENT']
export const freshnessAt = (driver: FleetDriver, nowMs: number): Freshness =>
  freshnessNames[freshnessCode(nowMs - driver.fixedAtMs)] ?? 'SILENT'

/** Of the city, organisation and level that are looked at: what the counts of the legend are about. */
function isLookedAt(driver: FleetDriver, filter: FleetFilter): boolean {
  if (filter.cityId !== '' && driver.cityId !== filter.cityId) return false
  if (filter.orgIds.length > 0 && (driver.orgId === null || !filter.orgIds.includes(driver.orgId))) return false
  return filter.level === 0 || driver.level === filter.level
}

/** Whether a driver passes; `nowMs` decides how fresh the position is. */
function passes(driver: FleetDriver, filter: FleetFilter, nowMs: number): boolean {
  if (!isLookedAt(driver, filter)) return false
  if (filter.statuses.length > 0 && !filter.statuses.includes(driver.workStatus)) return false
  if (filter.freshness.length > 0 && !filter.freshness.includes(freshnessAt(driver, nowMs))) return false
  const wanted = filter.keyword.trim().toLowerCase()
  return wanted === '' || driver.name.toLowerCase().includes(wanted) || driver.driverNo.toLowerCase().includes(wanted)
}

export const layerIds = ['drivers', 'orders', 'heat', 'fences', 'teams'] as const
export type LayerId = (typeof layerIds)[number]
const firstLayers: readonly LayerId[] = ['drivers', 'orders']

/** The layers that are drawn, as they were kept; the usual ones where nothing was. */
export function layersOf(kept: string | null): ReadonlySet<LayerId> {
  return new Set(kept === null ? firstLayers : layerIds.filter((id) => kept.split(' ').includes(id)))
}
/** The layers with one switched, as they are kept. */
export const turned = (on: ReadonlySet<LayerId>, id: string, to: boolean): string =>
  layerIds.filter((one) => (one === id ? to : on.has(one))).join(' ')

/** The orders whose search ends first, or ended, before the others; of those that nothing searches for the longest waiting. */
export function byUrgency<T>(orders: readonly T[], standing: (order: T) => { sinceMs: number; endsAtMs: number | null }): T[] {
  const rank = (order: T) => {
    const { sinceMs, endsAtMs } = standing(order)
    return endsAtMs ?? sinceMs
  }
  return orders.toSorted((a, b) => rank(a) - rank(b))
}

export type Fleet = ReturnType<typeof createFleet>

/** All drivers of the operator's scope: words for the list here, places for the map in `points`. One frame, in however many parts, is one change to both. */
export function createFleet(options: { lessMotion?: () => boolean; organisationsOnly?: boolean } = {}) {
  const points = createPointStore(options)
  const drivers = new Map<string, FleetDriver>()
  const listeners = new Set<() => void>()
  let filter = noFilter
  let sorted: FleetDriver[] | undefined
  /** Who is in the full frame whose parts are coming in. */
  let coming = new Set<string>()
  let version = 0

  const tell = () => {
    version++
    for (const listener of listeners) listener()
  }
  const visible = (id: string) => {
    const driver = drivers.get(id)
    return driver !== undefined && passes(driver, filter, Date.now())
  }
  points.setFilter(visible)

  return {
    points,
    /** `ageS` is told by the server, so a wrong clock on this machine makes nobody look lost. */
    apply(frame: Omit<LiveDrivers, 'at'>, nowMs = Date.now()): void {
      const last = frame.part === frame.parts - 1
      if (frame.full && frame.part === 0) coming = new Set()
      const fixes: MapPoint[] = []
      const gone = [...frame.gone]
      let others = false
      for (const { driverId, driverNo, name, cityId, orgId, level, workStatus, lng, lat, headingDeg, ageS } of frame.drivers) {
        if (options.organisationsOnly && orgId === null) {
          gone.push(driverId)
          continue
        }
        if (frame.full) coming.add(driverId)
        const fixedAtMs = nowMs - ageS * 1000
        const known = drivers.get(driverId)
        if (known?.driverNo === driverNo && known.name === name) Object.assign(known, { cityId, orgId, level, workStatus, fixedAtMs })
        else {
          drivers.set(driverId, { driverId, driverNo, name, cityId, orgId, level, workStatus, fixedAtMs })
          others = true
        }
        fixes.push({ id: driverId, lng, lat, tone: toneOf(workStatus), headingDeg, fixedAtMs })
      }
      if (frame.full && last) gone.push(...[...drivers.keys()].filter((id) => !coming.has(id)))
      for (const id of gone) if (drivers.delete(id)) others = true
      // Sorting ten thousand names once a second would be felt; it is needed only when somebody came or went.
      if (others) sorted = undefined
      points.apply(fixes, gone, nowMs, last)
      if (last) tell()
    },
    setFilter(next: FleetFilter): void {
      filter = next
      points.setFilter(visible)
      tell()
    },
    /** Positions grow old while nothing is reported. */
    age(nowMs = Date.now()): void {
      points.age(nowMs)
      tell()
    },
    get: (id: string) => drivers.get(id),
    /** Those that pass the filter, by driver number. */
    rows(nowMs = Date.now()): FleetDriver[] {
      sorted ??= [...drivers.values()].sort((a, b) => (a.driverNo < b.driverNo ? -1 : a.driverNo > b.driverNo ? 1 : 0))
      return sorted.filter((driver) => passes(driver, filter, nowMs))
    },
    /** Places of those who wait for an order where it is known where they are, for the heat. */
    idlePlaces(nowMs = Date.now()): LngLat[] {
      const places: LngLat[] = []
      for (const driver of drivers.values()) {
        if (driver.workStatus !== 'ONLINE_IDLE' || freshnessAt(driver, nowMs) === 'SILENT' || !isLookedAt(driver, filter)) continue
        const place = points.placeOf(driver.driverId, nowMs)
        if (place) places.push(place)
      }
      return places
    },
    /** Where the drivers of a city are, or all of them, whatever else is filtered. */
    placesOf(cityId: string): LngLat[] {
      return [...drivers.values()].flatMap((driver) => {
        const place = cityId === '' || driver.cityId === cityId ? points.placeOf(driver.driverId) : null
        return place ? [place] : []
      })
    },
    /** The levels that somebody has. */
    levels: (): number[] => [...new Set([...drivers.values()].map((driver) => driver.level))].sort((a, b) => a - b),
    /** Counts of the chosen city, organisation and level by state and by freshness, whatever else is filtered. */
    counts(nowMs = Date.now()): { total: number; status: Partial<Record<WorkStatus, number>>; freshness: Record<Freshness, number> } {
      const status: Partial<Record<WorkStatus, number>> = {}
      const freshness: Record<Freshness, number> = { FRESH: 0, LAGGING: 0, SILENT: 0 }
      let total = 0
      for (const driver of drivers.values()) {
        if (!isLookedAt(driver, filter)) continue
        total++
        status[driver.workStatus] = (status[driver.workStatus] ?? 0) + 1
        freshness[freshnessAt(driver, nowMs)]++
      }
      return { total, status, freshness }
    },
    size: () => drivers.size,
    version: () => version,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
