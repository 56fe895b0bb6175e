import type { Database } from '#platform/database/db'
import { busiestCity, readOnly, recordedOrders } from './replay.queries.ts'
import type { Demand, Spot } from './replay.rules.ts'

/** A trip without a recorded length counts as this long, seconds. */
const UNKNOWN_TRIP_S = 1_500

/**
 * What customers of the busiest city of a span asked for, and how many drivers served there. Only what is asked for is taken from the
 * record: who drove it then is for the replayed policy to decide. Null where the span holds no order.
 */
export const recordedDemand = (
  db: Database,
  span: { from: Date; to: Date },
): Promise<{ city: string; demand: Demand[]; drivers: number; ends: Spot[] } | null> =>
  db.acrossTenants(async (tx) => {
    await readOnly(tx)
    const city = await busiestCity(tx, span.from, span.to)
    if (!city) return null
    const rows = await recordedOrders(tx, city.tenant_id, city.city_id, span.from, span.to)
    const demand = rows.map((row): Demand => {
      const pickup = { lat: row.pickup_lat, lng: row.pickup_lng }
      const known = row.dropoff_lat !== null && row.dropoff_lng !== null
      return {
        orderId: row.order_id,
        at: (row.at.getTime() - span.from.getTime()) / 1_000,
        pickup,
        dropoff: known ? { lat: row.dropoff_lat!, lng: row.dropoff_lng! } : pickup,
        tripS: Math.max(60, row.trip_s ?? UNKNOWN_TRIP_S),
      }
    })
    const drivers = new Set(rows.flatMap(({ driver_id }) => (driver_id === null ? [] : [driver_id]))).size
    return { city: city.name, demand, drivers, ends: demand.map(({ dropoff }) => dropoff) }
  })
