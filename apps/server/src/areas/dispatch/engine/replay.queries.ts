import { sql } from 'kysely'
import type { PlatformDb } from '#platform/database/db'

export interface RecordedOrder {
  order_id: string
  driver_id: string | null
  at: Date
  pickup_lat: number
  pickup_lng: number
  dropoff_lat: number | null
  dropoff_lng: number | null
  trip_s: number | null
}

/** From here on this transaction cannot write. */
export const readOnly = (tx: PlatformDb) => sql`set transaction read only`.execute(tx)

/** Orders of a city that looked for a driver in a span of time, first attempts with a known pick-up alone: what customers asked for. */
export async function recordedOrders(tx: PlatformDb, tenantId: string, cityId: string, from: Date, to: Date): Promise<RecordedOrder[]> {
  const { rows } = await sql<RecordedOrder>`
    select order_id, driver_id, coalesce(dispatch_at, created_at) as at, pickup_lat, pickup_lng, dropoff_lat, dropoff_lng,
      coalesce(extract(epoch from filed_at - arrived_at), estimate_duration_s)::int as trip_s
    from orders where tenant_id = ${tenantId} and city_id = ${cityId} and attempt = 1 and pickup_lat is not null and dispatch_at >= ${from} and dispatch_at < ${to} order by at`.execute(
    tx,
  )
  return rows
}

/** The tenant and city with the most orders of a span. */
export async function busiestCity(
  tx: PlatformDb,
  from: Date,
  to: Date,
): Promise<{ tenant_id: string; city_id: string; name: string } | undefined> {
  const { rows } = await sql<{ tenant_id: string; city_id: string; name: string }>`
    select o.tenant_id, o.city_id, c.name from orders o join cities c on c.city_id = o.city_id
    where o.dispatch_at >= ${from} and o.dispatch_at < ${to} and o.attempt = 1 group by 1, 2, 3 order by count(*) desc limit 1`.execute(tx)
  return rows[0]
}
