import type { DriverRow } from '@chauffeur/contract/driver/list'
import { phoneFor } from '#areas/order/model'
import type { Platform } from '#platform/http/implement'
import { ageSOf, freshnessOf } from '#platform/live/positions'
import type { DriverDb } from './driver.queries.ts'

export function driverView(row: DriverDb, authorities: ReadonlySet<string>, platform: Platform, now: number): DriverRow {
  const fix = row.work_status === 'OFFLINE' ? undefined : platform.positions.get(row.driver_id)
  const ageS = fix ? ageSOf(fix.receivedAt, now) : null
  return {
    driverId: row.driver_id,
    driverNo: row.driver_no,
    name: row.name,
    phone: phoneFor(authorities, row.phone),
    cityId: row.city_id,
    cityName: row.city_name,
    orgId: row.org_id,
    orgName: row.org_name ?? '',
    level: row.level,
    workStatus: row.work_status,
    qualification: row.qualification,
    disabledReason: row.disabled_reason,
    orderCount: row.order_count,
    ratingX100: row.rating_x100,
    onlineSince: row.online_since?.toISOString() ?? null,
    lat: fix?.lat ?? null,
    lng: fix?.lng ?? null,
    ageS,
    freshness: ageS === null ? null : freshnessOf(ageS),
    currentOrderId: row.current_order_id,
  }
}
