import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

/** Blocks in force of customers and drivers in sight. */
export const blocksInForce = (db: TenantDb) =>
  db
    .selectFrom('customer_driver_blocks as k')
    .innerJoin('customers as c', (join) => join.onRef('c.tenant_id', '=', 'k.tenant_id').onRef('c.customer_id', '=', 'k.customer_id'))
    .innerJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'k.tenant_id').onRef('d.driver_id', '=', 'k.driver_id'))
    .where(sql<boolean>`(k.until is null or k.until > now())`)
export const shownBlock = (rows: ReturnType<typeof blocksInForce>) =>
  rows.select([
    'k.customer_id',
    'c.name as customer_name',
    'c.phone as customer_phone',
    'k.driver_id',
    'd.driver_no',
    'd.name as driver_name',
    'k.until',
    'k.reason',
    'k.created_by_name as by_name',
    'k.created_at as at',
  ])

/** The block between one customer and one driver, while it holds. */
export const blockBetween = (db: TenantDb, customerId: string, driverId: string) =>
  shownBlock(blocksInForce(db)).where('k.customer_id', '=', customerId).where('k.driver_id', '=', driverId).executeTakeFirst()
export type BlockRow = NonNullable<Awaited<ReturnType<typeof blockBetween>>>

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
