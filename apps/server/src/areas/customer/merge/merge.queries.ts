import { liveServiceStatuses } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { TenantDb, TenantTx, WholeTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import { listOf } from '#platform/database/sql-text'

/** What hangs on a customer: by its own key, where one of them may have what the other has too by what tells them apart. */
export const HANGING = [
  { table: 'orders', key: 'order_id' },
  { table: 'bookings', key: 'booking_id' },
  { table: 'coupons', key: 'coupon_id' },
  { table: 'redeem_codes', key: 'redeem_code_id' },
  { table: 'right_grants', key: 'right_grant_id' },
  { table: 'point_adjustments', key: 'adjustment_id' },
  { table: 'customer_notes', key: 'note_id' },
  { table: 'customer_consents', key: 'consent_id' },
  { table: 'phone_calls', key: 'call_id' },
  { table: 'customer_driver_blocks', key: 'driver_id', once: true },
  { table: 'customer_group_members', key: 'group_id', once: true },
] as const
/** Ids by table. */
export type Moved = Record<string, string[]>
/** Where the one that goes was in a group that the other is in too: rows of the table as they were. */
export type Memberships = object[]

/** Both are in these groups: one person is in them once. */
export async function leaveShared(tx: WholeTx, goneId: string, keptId: string): Promise<Memberships> {
  const { rows } = await sql<{ row: object }>`
    with gone as (delete from customer_group_members m using customer_group_members k
        where m.customer_id = ${goneId} and k.tenant_id = m.tenant_id and k.group_id = m.group_id and k.customer_id = ${keptId} returning m.*),
      counted as (update customer_groups g set members = members - 1 from gone where g.group_id = gone.group_id and not gone.excluded returning 1)
    select to_jsonb(gone) as row from gone`.execute(tx)
  return rows.map(({ row }) => row)
}
/** Puts the other back into those of them that are still there. */
export const joinAgain = (tx: WholeTx, memberships: Memberships) =>
  sql`with put as (insert into customer_group_members select m.* from jsonb_populate_recordset(null::customer_group_members, ${JSON.stringify(memberships)}::jsonb) m
      where (m.until is null or m.until > now()) and exists (select from customer_groups g where g.tenant_id = m.tenant_id and g.group_id = m.group_id)
      on conflict do nothing returning group_id, excluded)
    update customer_groups g set members = members + 1 from put where g.group_id = put.group_id and not put.excluded`.execute(tx)

/** Hangs everything of one customer on another; gives what was moved. What the other has already stays where it is. */
export async function moveAll(tx: WholeTx, fromId: string, toId: string): Promise<Moved> {
  const moved: Moved = {}
  for (const { table, key, ...more } of HANGING) {
    const [name, id] = [sql.table(table), sql.ref(key)]
    const apart =
      'once' in more
        ? sql` and not exists (select from ${name} o where o.tenant_id = t.tenant_id and o.customer_id = ${toId} and o.${id} = t.${id})`
        : sql``
    const { rows } = await sql<{ id: string }>`
      update ${name} t set customer_id = ${toId} where customer_id = ${fromId}${apart} returning ${id}::text as id`.execute(tx)
    if (rows.length > 0) moved[table] = rows.map((row) => row.id)
  }
  const { rows } = await sql<{ id: string }>`
    update customers set merged_into = ${toId} where merged_into = ${fromId} returning customer_id::text as id`.execute(tx)
  if (rows.length > 0) moved.customers = rows.map((row) => row.id)
  const teams = await sql<{ id: string }>`
    update order_teams set customer_ids = array_append(customer_ids, ${toId}::bigint)
    where ${fromId}::bigint = any (customer_ids) and not ${toId}::bigint = any (customer_ids) returning team_id::text as id`.execute(tx)
  if (teams.rows.length > 0) moved.order_teams = teams.rows.map((row) => row.id)
  return moved
}

/** Hangs it back. */
export async function moveBack(tx: WholeTx, moved: Moved, { keptId, goneId }: { keptId: string; goneId: string }): Promise<void> {
  for (const { table, key } of HANGING) {
    const ids = moved[table]
    if (ids)
      await sql`update ${sql.table(table)} set customer_id = ${goneId} where customer_id = ${keptId} and ${sql.ref(key)} = any (${ids}::bigint[])`.execute(
        tx,
      )
  }
  if (moved.customers)
    await sql`update customers set merged_into = ${goneId} where customer_id = any (${moved.customers}::bigint[])`.execute(tx)
  if (moved.order_teams)
    await sql`update order_teams set customer_ids = array_remove(customer_ids, ${keptId}::bigint) where team_id = any (${moved.order_teams}::bigint[])`.execute(
      tx,
    )
}

/** The number of an order under way; undefined where there is none. */
export const liveOrderOf = async (tx: WholeTx, customerIds: readonly string[]): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('orders')
      .select('order_no')
      .where('customer_id', 'in', [...customerIds])
      .where(sql<boolean>`service_status in ${listOf(liveServiceStatuses)}`)
      .limit(1)
      .executeTakeFirst()
  )?.order_no

/** Whether some of their orders are out of the sight of whoever would change them all. */
export async function hasOrdersBeyond(tx: TenantTx, customerIds: readonly string[]): Promise<boolean> {
  const counted = async (db: TenantDb) =>
    (
      await db
        .selectFrom('orders')
        .select(sql<number>`count(*)::int`.as('n'))
        .where('customer_id', 'in', [...customerIds])
        .executeTakeFirstOrThrow()
    ).n
  return (await counted(tx)) < (await counted(whole(tx)))
}

const merges = (db: TenantDb) =>
  db
    .selectFrom('customer_merges as m')
    .innerJoin('customers as c', (on) => on.onRef('c.tenant_id', '=', 'm.tenant_id').onRef('c.customer_id', '=', 'm.gone_id'))
    .selectAll('m')
    .select(['c.name', 'c.phone', 'c.order_count'])
export const mergesOf = (db: TenantDb, keptId: string) =>
  merges(db).where('m.kept_id', '=', keptId).orderBy('m.merged_at', 'desc').limit(50).execute()
export type MergeDb = Awaited<ReturnType<typeof mergesOf>>[number]
export const findMerge = (db: TenantDb, mergeId: string) => merges(db).where('m.merge_id', '=', mergeId).executeTakeFirst()
export const lockMerge = (tx: WholeTx, mergeId: string) =>
  tx.selectFrom('customer_merges').selectAll().where('merge_id', '=', mergeId).forUpdate().executeTakeFirst()
