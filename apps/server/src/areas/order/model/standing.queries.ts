import { searchingServiceStatuses, SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { listOf } from '#platform/database/sql-text'
import type { matchingOrders } from './order.queries.ts'

/** An order that is not over, as timers and alarms are reckoned from it. */
export interface StandingFacts {
  order_id: string
  service_status: number
  status_since: Date
  pickup_lat: number | null
  pickup_lng: number | null
  dropoff_lat: number | null
  dropoff_lng: number | null
  book_time: Date | null
  dispatch_at: Date | null
  accepted_at: Date | null
  arrived_at: Date | null
  depart_at: Date | null
  ended_at: Date | null
  estimate_duration_s: number | null
  driver_id: string | null
  /** Of the accepted offer, while the driver is on the way. */
  promised_at: Date | null
  offer_away_m: number | null
  /** Of the last search, while it runs or where it failed. */
  search_ends_at: Date | null
  round: number | null
  radius_m: number | null
  candidates: number | null
  filtered_out: Record<string, number> | null
}
const searched = listOf([...searchingServiceStatuses, SERVICE_STATUS.dispatchFailed])
/** The columns of `StandingFacts` for orders `o` with `standingJoins`. */
export const standingColumns = sql`o.order_id, o.service_status, o.status_since, o.pickup_lat, o.pickup_lng, o.dropoff_lat, o.dropoff_lng,
  o.book_time, o.dispatch_at, o.accepted_at, o.arrived_at, o.depart_at, o.ended_at, o.estimate_duration_s, o.driver_id,
  won.answered_at + make_interval(secs => won.eta_s) as promised_at, won.distance_m as offer_away_m,
  s.ends_at as search_ends_at, s.round, s.radius_m, s.candidates, r.filtered_out`
export const standingJoins = sql`
  left join lateral (select search_id, ends_at, round, radius_m, candidates, params from dispatch_searches w
    where w.tenant_id = o.tenant_id and w.booking_id = o.booking_id and o.service_status in ${searched} order by w.search_id desc limit 1) s on true
  left join lateral (select filtered_out from dispatch_rounds w
    where w.tenant_id = o.tenant_id and w.search_id = s.search_id order by w.round desc limit 1) r on true
  left join lateral (select answered_at, eta_s, distance_m from offers w
    where w.tenant_id = o.tenant_id and w.order_id = o.order_id and w.result = 'ACCEPTED' and o.service_status = ${sql.lit(SERVICE_STATUS.accepted)} order by w.offer_id desc limit 1) won on true`

/** Every order of the set with what its timer is reckoned from. */
export async function standingFacts(db: TenantDb, orders: ReturnType<typeof matchingOrders>): Promise<StandingFacts[]> {
  const { rows } =
    await sql<StandingFacts>`with live as materialized (${orders}) select ${standingColumns} from live o ${standingJoins}`.execute(db)
  return rows
}
