import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { CancelBy, CancelRow, CancelStage, Verdict } from './cancel.rules.ts'

export interface StoredCancelRow extends CancelRow {
  rowId: string
  version: number
  enabled: boolean
  changedBy: string
  changedAt: Date
}
const columns = sql`row_id::text as "rowId", version, code, city_id::text as "cityId", channel_id::text as "channelId", service_type as "serviceType", by_whom as "by", stage,
  at_least_s as "atLeastS", up_to_s as "upToS", late_over_s as "lateOverS", calls_at_least as "callsAtLeast", paid_by as "paidBy", rank, verdict, fee_fen as "feeFen", enabled,
  rating_from_x100 as "ratingFromX100", rating_below_x100 as "ratingBelowX100", from_minute as "fromMinute", to_minute as "toMinute",
  driver_penalty_fen as "driverPenaltyFen", waivers, counts_to_rate as "countsToRate", hide_driver_s as "hideDriverS",
  created_by_name as "changedBy", created_at as "changedAt"`

/** The newest version of each row in sight. */
export const cancelRows = async (db: TenantDb): Promise<StoredCancelRow[]> =>
  (
    await sql<StoredCancelRow>`
      select * from (select distinct on (row_id) ${columns} from cancel_rules order by row_id, version desc) r order by "by", rank, "rowId"::bigint`.execute(
      db,
    )
  ).rows

export interface NewCancelRow extends Omit<CancelRow, 'by' | 'stage' | 'verdict'> {
  tenantId: string
  rowId: string | null
  version: number
  by: CancelBy
  stage: CancelStage | null
  verdict: Verdict
  enabled: boolean
  who: { userId: string; realName: string }
}
export async function insertCancelRow(tx: TenantTx, row: NewCancelRow): Promise<{ rowId: string; version: number }> {
  const made = await tx
    .insertInto('cancel_rules')
    .values({
      tenant_id: row.tenantId,
      ...(row.rowId && { row_id: row.rowId }),
      version: row.version,
      code: row.code,
      city_id: row.cityId,
      channel_id: row.channelId,
      service_type: row.serviceType,
      by_whom: row.by,
      stage: row.stage,
      at_least_s: row.atLeastS,
      up_to_s: row.upToS,
      late_over_s: row.lateOverS,
      calls_at_least: row.callsAtLeast,
      paid_by: row.paidBy,
      rank: row.rank,
      verdict: row.verdict,
      fee_fen: row.feeFen,
      rating_from_x100: row.ratingFromX100,
      rating_below_x100: row.ratingBelowX100,
      from_minute: row.fromMinute,
      to_minute: row.toMinute,
      driver_penalty_fen: row.driverPenaltyFen,
      waivers: row.waivers,
      counts_to_rate: row.countsToRate,
      hide_driver_s: row.hideDriverS,
      enabled: row.enabled,
      created_by: row.who.userId,
      created_by_name: row.who.realName,
    })
    .returning(['row_id', 'version'])
    .executeTakeFirstOrThrow()
  return { rowId: made.row_id, version: made.version }
}

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

/** Every version of a row, newest first. */
export const cancelRowVersions = async (db: TenantDb, rowId: string): Promise<StoredCancelRow[]> =>
  (await sql<StoredCancelRow>`select ${columns} from cancel_rules where row_id = ${rowId} order by version desc`.execute(db)).rows

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
