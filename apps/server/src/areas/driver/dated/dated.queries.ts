import type { DatedRow, DatedState } from '@chauffeur/contract/kernel/dated'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

/** A table of rows that hold for one driver from a time until another, no two at once. */
export interface DatedTable {
  table: 'driver_listen_ranges' | 'driver_level_whites' | 'driver_face_whites'
  key: string
}
export interface Period {
  from: Date
  until: Date
  reason: string
}
/** What a row says besides, by the names of its columns. */
export type Own = Readonly<Record<string, string | number | null>>

/** What every one of them is read with. */
export interface DatedDb {
  driver_id: string
  driver_no: string
  driver_name: string
  city_id: string
  city_name: string
  valid_from: Date
  valid_until: Date
  reason: string
  version: number
  updated_at: Date
  updated_by_name: string
  now: Date
}
const stateOf = ({ valid_from, valid_until, now }: DatedDb): DatedState =>
  valid_until <= now ? 'OVER' : valid_from <= now ? 'CURRENT' : 'COMING'

export function datedView(row: DatedDb, mayEdit: boolean): DatedRow {
  const state = stateOf(row)
  return {
    driverId: row.driver_id,
    driverNo: row.driver_no,
    driverName: row.driver_name,
    cityId: row.city_id,
    cityName: row.city_name,
    from: row.valid_from.toISOString(),
    until: row.valid_until.toISOString(),
    state,
    reason: row.reason,
    version: row.version,
    changedAt: row.updated_at.toISOString(),
    changedBy: row.updated_by_name,
    allowedActions: state !== 'OVER' && mayEdit ? ['edit', 'delete'] : [],
  }
}

/** Rows of `alias` in a state. */
export function isIn(alias: string, state: DatedState) {
  const [from, until] = [sql.ref(`${alias}.valid_from`), sql.ref(`${alias}.valid_until`)]
  if (state === 'COMING') return sql<boolean>`${from} > now()`
  return state === 'OVER' ? sql<boolean>`${until} <= now()` : sql<boolean>`(${from} <= now() and ${until} > now())`
}

/** Drivers in sight by their numbers. */
export const driversByNo = (db: TenantDb, numbers: readonly string[]) =>
  db
    .selectFrom('drivers')
    .select(['driver_id', 'driver_no', 'name', 'city_id', sql<Date>`clock_timestamp()`.as('now')])
    .where('driver_no', '=', sql<string>`any (${numbers}::text[])`)
    .execute()

/** Two who write of one driver wait for each other; dispatch does not wait for them. */
export const holdDriver = (tx: TenantTx, { table }: DatedTable, driverId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${table}, ${driverId}::bigint))`.execute(tx)

/** A row of this driver that holds at some time of the period, but for the one that is changed. */
export async function overlapping(
  db: TenantDb,
  { table, key }: DatedTable,
  driverId: string,
  { from, until }: Pick<Period, 'from' | 'until'>,
  but: string | null,
): Promise<{ id: string; from: Date; until: Date } | undefined> {
  const { rows } = await sql<{ id: string; from: Date; until: Date }>`
    select ${sql.ref(key)} as id, valid_from as "from", valid_until as until from ${sql.table(table)}
    where driver_id = ${driverId}::bigint and valid_from < ${until} and valid_until > ${from}
      and (${but}::bigint is null or ${sql.ref(key)} <> ${but}::bigint)
    order by valid_from limit 1`.execute(db)
  return rows[0]
}

const columnsOf = ({ from, until, reason }: Period, own: Own, by: string) =>
  Object.entries({ ...own, valid_from: from, valid_until: until, reason, updated_by_name: by })

export async function insertDated(
  tx: TenantTx,
  { table, key }: DatedTable,
  of: { tenantId: string; driverId: string },
  { period, own }: { period: Period; own: Own },
  by: { userId: string; realName: string },
): Promise<string> {
  const columns = [
    ...columnsOf(period, own, by.realName),
    ...Object.entries({ tenant_id: of.tenantId, driver_id: of.driverId, created_by: by.userId, created_by_name: by.realName }),
  ]
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    values (${sql.join(columns.map(([, value]) => value))}) returning ${sql.ref(key)} as id`.execute(tx)
  return rows[0]!.id
}
export const changeDated = (
  tx: TenantTx,
  { table, key }: DatedTable,
  id: string,
  { period, own }: { period: Period; own: Own },
  by: string,
) =>
  sql`update ${sql.table(table)}
    set ${sql.join(columnsOf(period, own, by).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}, version = version + 1, updated_at = now()
    where ${sql.ref(key)} = ${id}::bigint`.execute(tx)

/** Those to come are gone, those that hold end now; gives which. What has been changed since it was made stays, where that is asked. */
export async function endDated(
  tx: TenantTx,
  { table, key }: DatedTable,
  ids: readonly string[],
  by: string,
  untouched = false,
): Promise<string[]> {
  const these = sql`${sql.ref(key)} = any (${ids}::bigint[]) and (not ${untouched}::boolean or version = 1)`
  const { rows } = await sql<{ id: string }>`
    with gone as (delete from ${sql.table(table)} where ${these} and valid_from >= now() returning ${sql.ref(key)} as id),
      ended as (update ${sql.table(table)} set valid_until = now(), version = version + 1, updated_at = now(), updated_by_name = ${by}
        where ${these} and valid_from < now() and valid_until > now() returning ${sql.ref(key)} as id)
    select id from gone union all select id from ended`.execute(tx)
  return rows.map(({ id }) => id)
}
