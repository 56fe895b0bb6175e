import type { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import type { OutputOf, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { TenantDb } from '#platform/database/db'
import { toWgs84 } from '#platform/values/geo'
import type { Platform } from '#platform/http/implement'
import { ageSOf, freshnessOf, type Near } from '#platform/live/positions'
import { driversByIds, type NearDriver } from './nearby.queries.ts'

const DEFAULT_RADIUS_M = 5_000
const DEFAULT_LIMIT = 20
/** A driver not heard of for longer is not near anybody. */
const FORGET_AFTER_S = 600

/** Drivers on duty around a point, nearest first; the list is cut after the scope has been applied. */
export async function nearbyDrivers(
  db: TenantDb,
  input: ParsedInputOf<typeof callCentreCalls.nearbyDrivers>,
  tenantId: string,
  { positions, roads, settings }: Platform,
  now: number,
): Promise<OutputOf<typeof callCentreCalls.nearbyDrivers>> {
  const at = toWgs84(input, input.datum)
  const limit = input.limit ?? DEFAULT_LIMIT
  const nearest = (count: number) =>
    positions.nearest(
      tenantId,
      at.lat,
      at.lng,
      input.radiusM ?? DEFAULT_RADIUS_M,
      count,
      (fix) => fix.cityId === input.cityId && now - fix.receivedAt < FORGET_AFTER_S * 1000,
    )
  const seen = new Map<string, NearDriver>()
  let near: Near[] = []
  // Most of those near may be another fleet's: then it is looked further until enough are found or nobody is left.
  for (let count = limit * 2; ; count *= 4) {
    const known = near.length
    near = await nearest(count)
    const ids = near.slice(known).map(({ fix }) => fix.driverId)
    for (const driver of await driversByIds(db, ids)) seen.set(driver.driver_id, driver)
    if (seen.size >= limit || near.length < count) break
  }
  const wayFrom = roads.toward({ tenantId, cityId: input.cityId }, at)
  // The distance by road is looked up only for those who are shown.
  const shown = near.filter(({ fix }) => seen.has(fix.driverId)).slice(0, limit)
  const rows = shown.map(({ fix, distanceM }) => {
    const driver = seen.get(fix.driverId)!
    const ageS = ageSOf(fix.receivedAt, now)
    const way = wayFrom(fix)
    return {
      driverId: driver.driver_id,
      driverNo: driver.driver_no,
      name: driver.name,
      workStatus: driver.work_status,
      lat: fix.lat,
      lng: fix.lng,
      distanceM,
      etaS: Math.ceil(way.distanceM / settings.pickupMps),
      measured: { by: way.by, provider: way.provider },
      ageS,
      freshness: freshnessOf(ageS),
      level: driver.level,
    }
  })
  return { rows }
}
