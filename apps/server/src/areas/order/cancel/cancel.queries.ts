import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

/** Where the driver promised to be with the customer: the accepted offer's estimate. */
export async function promisedArrival(db: TenantDb, orderId: string): Promise<Date | null> {
  const offer = await db
    .selectFrom('offers')
    .select(['answered_at', 'eta_s'])
    .where('order_id', '=', orderId)
    .where('result', '=', 'ACCEPTED')
    .orderBy('offer_id', 'desc')
    .executeTakeFirst()
  return offer?.answered_at ? new Date(offer.answered_at.getTime() + offer.eta_s * 1000) : null
}

/** The driver's logged calls to the customer since they came. */
export async function callsSince(db: TenantDb, orderId: string, since: Date | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from order_events where order_id = ${orderId} and event = 'driverCall' and at >= coalesce(${since}::timestamptz, at)`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export interface DriverRecord {
  ratingX100: number | null
  /** Of the order's city. */
  utcOffsetMinutes: number
  /** Within 30 days: orders held, those that count towards the cancel rate, penalties let go. */
  held: number
  counted: number
  waived: number
}
/** What a judgement goes by of the driver who has the order, and of its city. */
export async function driverRecord(db: TenantDb, order: { city_id: string; driver_id: string | null }): Promise<DriverRecord> {
  const { rows } = await sql<DriverRecord>`
    select c.utc_offset_minutes as "utcOffsetMinutes", d.rating_x100 as "ratingX100", o.held, o.counted, o.waived
    from cities c left join drivers d on d.driver_id = ${order.driver_id}::bigint
      cross join lateral (
        select count(*) filter (where accepted_at is not null)::int as held, count(*) filter (where cancel_counts)::int as counted, count(*) filter (where cancel_waived)::int as waived
        from orders where driver_id = ${order.driver_id}::bigint and created_at > now() - interval '30 days') o
    where c.city_id = ${order.city_id}`.execute(db)
  return rows[0]!
}

export const insertCancelFee = (tx: TenantTx, tenantId: string, orderId: string, feeFen: number, rule: string) =>
  tx
    .insertInto('bill_lines')
    .values({
      tenant_id: tenantId,
      order_id: orderId,
      seq: 1,
      type: 'OTHER',
      label: '取消费',
      amount_fen: feeFen,
      source: 'COMPUTED',
      rule: JSON.stringify({ kind: 'CANCEL_FEE', rule }),
    })
    .execute()
