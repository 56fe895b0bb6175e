import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/db'
import { COUNT_LIMIT, offsetOf } from '#platform/page'
import { literally } from '#platform/sql-text'
import { phoneFound, textFound } from '#platform/phone-search'
import type { Scope } from '#platform/scope'

interface Found {
  customer_id: string
  customer_name: string
  customer_phone: string
  driver_id: string
  driver_no: string
  driver_name: string
  until: Date | null
  reason: string
  by_name: string
  at: Date
}
const columns = sql`k.customer_id, c.name as customer_name, c.phone as customer_phone, k.driver_id, d.driver_no, d.name as driver_name, k.until, k.reason,
  k.created_by_name as by_name, k.created_at as at`
const joined = sql`customer_driver_blocks k join customers c on c.tenant_id = k.tenant_id and c.customer_id = k.customer_id
  join drivers d on d.tenant_id = k.tenant_id and d.driver_id = k.driver_id`
const inForce = sql`(k.until is null or k.until > now())`

/** Blocks in force of customers and drivers in sight, newest first, and how many there are (capped). */
export async function blocksInForce(db: TenantDb, scope: Scope, input: { pageNo: number; pageSize: number; keyword: string }) {
  const word = literally(input.keyword)
  const where = sql`${inForce} and (${word} = '' or d.driver_no ilike ${`${word}%`} or d.name like ${`%${word}%`}
    or ${textFound('c.name', `%${word}%`, scope, 'like')} or ${phoneFound('c.phone', input.keyword, scope, 'whole')})`
  const { rows } = await sql<Found>`
    select ${columns} from ${joined} where ${where} order by k.created_at desc, k.customer_id, k.driver_id limit ${input.pageSize} offset ${offsetOf(input)}`.execute(
    db,
  )
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from ${joined} where ${where} limit ${COUNT_LIMIT + 1}) capped`.execute(db)
  return { rows, counted: counted[0]!.n }
}

/** The block between one customer and one driver, while it holds. */
export const blockBetween = async (db: TenantDb, customerId: string, driverId: string): Promise<Found | undefined> =>
  (
    await sql<Found>`select ${columns} from ${joined} where k.customer_id = ${customerId} and k.driver_id = ${driverId} and ${inForce}`.execute(
      db,
    )
  ).rows[0]

export async function putBlock(
  tx: TenantTx,
  block: {
    tenantId: string
    customerId: string
    driverId: string
    days: number | null
    reason: string
    by: { userId: string; realName: string }
  },
): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    insert into customer_driver_blocks (tenant_id, customer_id, driver_id, until, reason, created_by, created_by_name)
    values (${block.tenantId}::bigint, ${block.customerId}::bigint, ${block.driverId}::bigint, now() + make_interval(days => ${block.days}::int), ${block.reason}, ${block.by.userId}::bigint, ${block.by.realName})
    on conflict (tenant_id, customer_id, driver_id) do update set until = excluded.until, hand_until = null, reason = excluded.reason, created_at = now(),
      created_by = excluded.created_by, created_by_name = excluded.created_by_name
    returning until`.execute(tx)
  return rows[0]!.until
}

export const deleteBlock = async (tx: TenantTx, customerId: string, driverId: string): Promise<boolean> =>
  (await tx
    .deleteFrom('customer_driver_blocks')
    .where('customer_id', '=', customerId)
    .where('driver_id', '=', driverId)
    .returning('driver_id')
    .executeTakeFirst()) !== undefined

/** Orders of this customer that a driver is being asked for, in the order in which everybody locks orders. */
export const ordersOfferedTo = async (tx: TenantTx, customerId: string, driverId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('offers as f')
      .innerJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'f.tenant_id').onRef('o.order_id', '=', 'f.order_id'))
      .select('o.order_id')
      .where('o.customer_id', '=', customerId)
      .where('f.driver_id', '=', driverId)
      .where('f.result', '=', 'SENT')
      .orderBy('o.order_id')
      .execute()
  ).map((row) => row.order_id)
