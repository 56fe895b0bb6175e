import type { callCentreCalls } from '@chauffeur/contract/call-centre'
import type { OutputOf, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { WorkStatus } from '@chauffeur/contract/order-model'
import { etaS } from '#areas/order'
import type { TenantDb } from '#platform/db'
import { toWgs84 } from '#platform/geo'
import type { Platform } from '#platform/implement'
import { ageSOf, freshnessOf } from '#platform/positions'
import { driversByIds } from './nearby.queries.ts'

const DEFAULT_RADIUS_M = 5_000
const DEFAULT_LIMIT = 20
/** A driver not heard of for longer is not near anybody. */
const FORGET_AFTER_S = 600

/** Drivers on duty around a point, nearest first; the list is cut after the scope has been applied. */
export async function nearbyDrivers(
  db: TenantDb,
  input: ParsedInputOf<typeof callCentreCalls.nearbyDrivers>,
  tenantId: string,
  { positions, settings }: Platform,
  now: number,
): Promise<OutputOf<typeof callCentreCalls.nearbyDrivers>> {
  const at = toWgs84(input, input.datum)
  const limit = input.limit ?? DEFAULT_LIMIT
  const near = await positions.nearest(
    tenantId,
    at.lat,
    at.lng,
    input.radiusM ?? DEFAULT_RADIUS_M,
    limit * 2,
    (fix) => fix.cityId === input.cityId && now - fix.receivedAt < FORGET_AFTER_S * 1000,
  )
  const drivers = new Map(
    (
      await driversByIds(
        db,
        near.map(({ fix }) => fix.driverId),
      )
    ).map((driver) => [driver.driver_id, driver]),
  )
  const rows = near.flatMap(({ fix, distanceM }) => {
    const driver = drivers.get(fix.driverId)
    if (!driver) return []
    const ageS = ageSOf(fix.receivedAt, now)
    return [
      {
        driverId: driver.driver_id,
        driverNo: driver.driver_no,
        name: driver.name,
        workStatus: driver.work_status as WorkStatus,
        lat: fix.lat,
        lng: fix.lng,
        distanceM,
        etaS: etaS(distanceM, settings.pickupMps, settings.detourX100),
        ageS,
        freshness: freshnessOf(ageS),
        level: driver.level,
      },
    ]
  })
  return { rows: rows.slice(0, limit) }
}
