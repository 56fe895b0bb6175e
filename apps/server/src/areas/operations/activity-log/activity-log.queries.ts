import { type Selectable, sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import type { DB } from '#platform/database/tables.generated'

/** All but what was asked, before and after. */
export const LIGHT = [
  'log_id',
  'at',
  'actor_type',
  'actor_id',
  'actor_name',
  'ip',
  'call',
  'summary',
  'object',
  'object_id',
  'code',
  'request_id',
  'duration_ms',
] as const

export type LightLog = Pick<Selectable<DB['operation_logs']>, (typeof LIGHT)[number]> & { has_change: boolean }
export const hasChange = sql<boolean>`(before is not null or after is not null)`

export interface NamedObject {
  name: string
  orderId: string | null
}
/** What people call the objects of these entries, as far as the reader may see them, by `object objectId`. */
export async function namesOfObjects(
  db: TenantDb,
  entries: readonly { object: string; object_id: string }[],
): Promise<Map<string, NamedObject>> {
  const ids = (object: string) => [
    ...new Set(entries.filter((entry) => entry.object === object && /^\d{1,18}$/.test(entry.object_id)).map((entry) => entry.object_id)),
  ]
  const [orders, bookings, drivers, users, enterprises] = ['order', 'booking', 'driver', 'user', 'enterprise'].map(ids)
  const { rows } = await sql<{ object: string; id: string; name: string; order_id: string | null }>`
    select 'order' as object, order_id as id, order_no as name, order_id from orders where order_id = any (${orders}::bigint[])
    union all select 'booking', booking_id, booking_no, (select min(order_id) from orders o where o.tenant_id = b.tenant_id and o.booking_id = b.booking_id)
      from bookings b where booking_id = any (${bookings}::bigint[])
    union all select 'driver', driver_id, driver_no || ' ' || name, null from drivers where driver_id = any (${drivers}::bigint[])
    union all select 'user', user_id, username, null from users where user_id = any (${users}::bigint[])
    union all select 'enterprise', enterprise_id, name, null from enterprises where enterprise_id = any (${enterprises}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ object, id, name, order_id }) => [`${object} ${id}`, { name, orderId: order_id }]))
}

export const findLog = (db: TenantDb, tenantId: string, logId: string, at: string) =>
  db
    .selectFrom('operation_logs')
    .select([...LIGHT, hasChange.as('has_change'), 'input', 'before', 'after'])
    .where('tenant_id', '=', tenantId)
    // The wire carries milliseconds, the table microseconds.
    .where('at', '>=', sql<Date>`${at}::timestamptz`)
    .where('at', '<', sql<Date>`${at}::timestamptz + interval '1 millisecond'`)
    .where('log_id', '=', logId)
    .executeTakeFirst()

/** The kinds of object in the log, one look into the index for each instead of a pass over all rows. */
export const objectKinds = async (db: TenantDb, tenantId: string): Promise<string[]> => {
  const { rows } = await sql<{ object: string }>`
    with recursive kinds as (
      (select object from operation_logs where tenant_id = ${tenantId} and object > '' order by object limit 1)
      union all
      select (select l.object from operation_logs l where l.tenant_id = ${tenantId} and l.object > kinds.object order by l.object limit 1)
      from kinds where kinds.object is not null)
    select object from kinds where object is not null limit 200`.execute(db)
  return rows.map((row) => row.object)
}

export const countByDay = (db: TenantDb, tenantId: string, days: number) =>
  db
    .selectFrom('operation_logs')
    .select([
      sql<string>`to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`.as('day'),
      sql<number>`(count(*) filter (where code = 0))::int`.as('done'),
      sql<number>`(count(*) filter (where code <> 0))::int`.as('refused'),
    ])
    .where('tenant_id', '=', tenantId)
    .where(
      'at',
      '>=',
      sql<Date>`date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' - make_interval(days => ${days - 1})`,
    )
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute()
