import { driverCalls } from '@chauffeur/contract/driver'
import type { WorkStatus } from '@chauffeur/contract/order-model'
import { cityView, tenantCities } from '#areas/city'
import { phoneFor } from '#areas/order'
import { implement } from '#platform/implement'
import { pageOf } from '#platform/page'
import { ageSOf, freshnessOf } from '#platform/positions'
import { countDrivers, listDrivers } from './driver.queries.ts'

export const driverRoutes = implement(
  'driver',
  driverCalls,
)({
  openCities: async ({ db }) => ({ rows: (await tenantCities(db)).map(cityView) }),
  list: async ({ input, db, operator, platform }) => {
    const [rows, counted] = await Promise.all([listDrivers(db, input), countDrivers(db, input)])
    const now = Date.now()
    const views = rows.map((row) => {
      const fix = row.work_status === 'OFFLINE' ? undefined : platform.positions.get(row.driver_id)
      const ageS = fix ? ageSOf(fix.receivedAt, now) : null
      return {
        driverId: row.driver_id,
        driverNo: row.driver_no,
        name: row.name,
        phone: phoneFor(operator.authorities, row.phone),
        cityId: row.city_id,
        cityName: row.city_name,
        orgId: row.org_id,
        orgName: row.org_name ?? '',
        level: row.level,
        workStatus: row.work_status as WorkStatus,
        qualification: row.qualification,
        orderCount: row.order_count,
        ratingX100: row.rating_x100,
        onlineSince: row.online_since?.toISOString() ?? null,
        lat: fix?.lat ?? null,
        lng: fix?.lng ?? null,
        ageS,
        freshness: ageS === null ? null : freshnessOf(ageS),
        currentOrderId: row.current_order_id,
      }
    })
    return pageOf(views, counted, input)
  },
})
