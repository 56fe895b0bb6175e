import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'

/** Logged calls of an order, and the seconds since the last. */
export async function callsOf(db: TenantDb, orderId: string): Promise<{ calls: number; lastS: number | null }> {
  const { rows } = await sql<{ calls: number; lastS: number | null }>`
    select count(*)::int as calls, extract(epoch from clock_timestamp() - max(at))::float8 as "lastS" from order_events where order_id = ${orderId} and event = 'driverCall'`.execute(
    db,
  )
  return rows[0]!
}
