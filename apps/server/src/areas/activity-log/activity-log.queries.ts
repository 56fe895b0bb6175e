import { type SelectQueryBuilder, sql } from 'kysely'
import type { TenantDb } from '#platform/db'
import { countUpToLimit, offsetOf } from '#platform/page'
import type { DB } from '#platform/tables.generated'
import { holding, literally } from '#platform/sql-text'

/** Without a period a list looks back so far: each further month is another partition to read. */
const DEFAULT_DAYS = 31
/** People whose name fits; more than these is no name but a letter. */
const MAX_PEOPLE = 200

export interface LogFilter {
  atFrom?: string | undefined
  atTo?: string | undefined
  actorName?: string | undefined
  actorId?: string | undefined
  actorType?: string | undefined
  call?: string | undefined
  object?: string | undefined
  objectId?: string | undefined
  requestId?: string | undefined
  ip?: string | undefined
  result?: 'DONE' | 'REFUSED' | undefined
  pageNo: number
  pageSize: number
}

const LIGHT = [
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

/** Who has or had this in the name: people by id, so that the index on the actor is used, whatever the name was at the time. */
async function actorsNamed(db: TenantDb, name: string): Promise<{ users: string[]; drivers: string[] }> {
  const like = holding(name)
  const [users, drivers] = await Promise.all([
    db
      .selectFrom('users')
      .select('user_id as id')
      .where((eb) => eb.or([eb('real_name', 'ilike', like), eb('username', 'ilike', like)]))
      .limit(MAX_PEOPLE)
      .execute(),
    db.selectFrom('drivers').select('driver_id as id').where('name', 'ilike', like).limit(MAX_PEOPLE).execute(),
  ])
  return { users: users.map((row) => row.id), drivers: drivers.map((row) => row.id) }
}

/** An order or booking is looked for by its number, too: the log knows it by its id. */
async function byNumber(db: TenantDb, filter: LogFilter): Promise<LogFilter> {
  const number = filter.objectId?.toUpperCase() ?? ''
  if (!/^[BD]\d/.test(number)) return filter
  const object = number.startsWith('B') ? 'booking' : 'order'
  const found =
    object === 'booking'
      ? await db.selectFrom('bookings').select('booking_id as id').where('booking_no', '=', number).executeTakeFirst()
      : await db.selectFrom('orders').select('order_id as id').where('order_no', '=', number).executeTakeFirst()
  return found ? { ...filter, object: filter.object ?? object, objectId: found.id } : filter
}

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

type Logs = SelectQueryBuilder<DB, 'operation_logs', object>

/** The filter as one statement. Something that is unique by itself (an object, a request) is looked for over all time. */
export async function filtered(db: TenantDb, tenantId: string, asked: LogFilter, kind: LogKind): Promise<Logs> {
  const filter = await byNumber(db, asked)
  const unbounded = filter.requestId !== undefined || (filter.object !== undefined && filter.objectId !== undefined)
  const actors = filter.actorName === undefined ? null : await actorsNamed(db, filter.actorName)
  return (
    db
      .selectFrom('operation_logs')
      // Said besides the policy, which says it through a function: the planner then knows the tenant when it chooses an index.
      .where('tenant_id', '=', tenantId)
      .$if(filter.atFrom !== undefined, (q) => q.where('at', '>=', new Date(filter.atFrom!)))
      .$if(filter.atFrom === undefined && !unbounded, (q) =>
        q.where('at', '>=', sql<Date>`coalesce(${filter.atTo ?? null}::timestamptz, now()) - make_interval(days => ${DEFAULT_DAYS})`),
      )
      .$if(filter.atTo !== undefined, (q) => q.where('at', '<', new Date(filter.atTo!)))
      .$if(kind !== 'all', (q) => q.where('object', '<>', ''))
      .$if(kind === 'changed', (q) => q.where(sql<boolean>`(before is not null or after is not null)`).where('code', '=', 0))
      .$if(filter.actorId !== undefined, (q) => q.where('actor_id', '=', filter.actorId!))
      .$if(filter.actorType !== undefined, (q) => q.where('actor_type', '=', filter.actorType!))
      .$if(actors !== null, (q) =>
        q
          .where('actor_id', '=', sql<string>`any(${[...actors!.users, ...actors!.drivers]}::bigint[])`)
          .where((eb) =>
            eb.or([
              eb.and([eb('actor_type', '=', 'OPERATOR'), eb('actor_id', '=', sql<string>`any(${actors!.users}::bigint[])`)]),
              eb.and([eb('actor_type', '=', 'DRIVER'), eb('actor_id', '=', sql<string>`any(${actors!.drivers}::bigint[])`)]),
            ]),
          ),
      )
      .$if(filter.call !== undefined, (q) =>
        filter.call!.includes('.') ? q.where('call', '=', filter.call!) : q.where('call', 'like', `${literally(filter.call!)}.%`),
      )
      .$if(filter.object !== undefined, (q) => q.where('object', '=', filter.object!))
      .$if(filter.objectId !== undefined, (q) => q.where('object_id', '=', filter.objectId!))
      .$if(filter.requestId !== undefined, (q) => q.where('request_id', '=', filter.requestId!))
      .$if(filter.ip !== undefined, (q) => q.where('ip', '=', filter.ip!))
      .$if(filter.result === 'DONE', (q) => q.where('code', '=', 0))
      .$if(filter.result === 'REFUSED', (q) => q.where('code', '<>', 0))
  )
}

export type LogKind = 'all' | 'touched' | 'changed'

/** The statement of one page, newest first. */
export const pageOfLogs = (of: Logs, filter: LogFilter, kind: LogKind) =>
  of
    .select(LIGHT)
    .select(sql<boolean>`(before is not null or after is not null)`.as('has_change'))
    .$if(kind === 'changed', (q) => q.select(['before', 'after']))
    .orderBy('at', 'desc')
    .orderBy('log_id', 'desc')
    .limit(filter.pageSize)
    .offset(offsetOf(filter))

export async function listLogs(db: TenantDb, tenantId: string, filter: LogFilter, kind: LogKind) {
  const of = await filtered(db, tenantId, filter, kind)
  const rows = await pageOfLogs(of, filter, kind).execute()
  return { rows, counted: await countUpToLimit(db, of.select(sql<number>`1`.as('one'))) }
}
export type LogRowDb = Awaited<ReturnType<typeof listLogs>>['rows'][number]

export const findLog = (db: TenantDb, tenantId: string, logId: string, at: string) =>
  db
    .selectFrom('operation_logs')
    .select([...LIGHT, 'input', 'before', 'after'])
    .select(sql<boolean>`(before is not null or after is not null)`.as('has_change'))
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
