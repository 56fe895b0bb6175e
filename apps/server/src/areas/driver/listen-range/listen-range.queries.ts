import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

export const ranges = (db: TenantDb) =>
  db
    .selectFrom('driver_listen_ranges as r')
    .innerJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'r.tenant_id').onRef('d.driver_id', '=', 'r.driver_id'))
    .innerJoin('cities as c', 'c.city_id', 'd.city_id')
export const listed = (rows: ReturnType<typeof ranges>) =>
  rows
    .selectAll('r')
    .select(['d.driver_no', 'd.name as driver_name', 'd.city_id', 'd.listen_radius_m as own_radius_m', 'c.name as city_name'])
    .select(sql<Date>`clock_timestamp()`.as('now'))
export const listedRange = (db: TenantDb, rangeId: string) => listed(ranges(db)).where('r.range_id', '=', rangeId).executeTakeFirst()
export type RangeDb = NonNullable<Awaited<ReturnType<typeof listedRange>>>

export const lockRange = (tx: TenantTx, rangeId: string) =>
  listed(ranges(tx)).where('r.range_id', '=', rangeId).forUpdate('r').executeTakeFirst()

/** Drivers in sight by their numbers. */
export const driversByNo = (db: TenantDb, numbers: readonly string[]) =>
  db.selectFrom('drivers').select(['driver_id', 'driver_no']).where('driver_no', '=', sql<string>`any (${numbers}::text[])`).execute()
/** Two who give one driver ranges wait for each other; dispatch does not wait for them. */
export const holdDriver = (tx: TenantTx, driverId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('driver-listen-range', ${driverId}::bigint))`.execute(tx)

/** A range of this driver that holds at some time of the period, but for the one that is changed. */
export const overlapping = (db: TenantDb, driverId: string, from: Date, until: Date, but: string | null) =>
  db
    .selectFrom('driver_listen_ranges')
    .select(['range_id', 'valid_from', 'valid_until'])
    .where('driver_id', '=', driverId)
    .where('valid_from', '<', until)
    .where('valid_until', '>', from)
    .$if(but !== null, (rows) => rows.where('range_id', '<>', but!))
    .orderBy('valid_from')
    .limit(1)
    .executeTakeFirst()

export interface Range {
  radiusM: number
  from: Date
  until: Date
  reason: string
}
const set = ({ radiusM, from, until, reason }: Range, by: string) => ({
  radius_m: radiusM,
  valid_from: from,
  valid_until: until,
  reason,
  updated_by_name: by,
})
export async function insertRange(
  tx: TenantTx,
  range: Range & { tenantId: string; driverId: string },
  by: { userId: string; name: string },
): Promise<string> {
  const { range_id } = await tx
    .insertInto('driver_listen_ranges')
    .values({
      ...set(range, by.name),
      tenant_id: range.tenantId,
      driver_id: range.driverId,
      created_by: by.userId,
      created_by_name: by.name,
    })
    .returning('range_id')
    .executeTakeFirstOrThrow()
  return range_id
}
export const changeRange = (tx: TenantTx, rangeId: string, range: Range, by: string) =>
  tx
    .updateTable('driver_listen_ranges')
    .set((eb) => ({ ...set(range, by), version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('range_id', '=', rangeId)
    .execute()
/** Those to come are gone, those that hold end now; gives which. What has been changed since it was made stays, where that is asked. */
export async function endRanges(tx: TenantTx, rangeIds: readonly string[], by: string, untouched: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with gone as (delete from driver_listen_ranges where range_id = any (${rangeIds}::bigint[]) and valid_from >= now()
        and (not ${untouched}::boolean or version = 1) returning range_id),
      ended as (update driver_listen_ranges set valid_until = now(), version = version + 1, updated_at = now(), updated_by_name = ${by}
        where range_id = any (${rangeIds}::bigint[]) and valid_from < now() and valid_until > now() and (not ${untouched}::boolean or version = 1) returning range_id)
    select range_id::text as id from gone union all select range_id::text from ended`.execute(tx)
  return rows.map(({ id }) => id)
}
