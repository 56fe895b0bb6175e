import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'

export interface Whose {
  driverId: string
  /** How far the clock of the driver's city is ahead of UTC. */
  offsetMinutes: number
}

/** The driver and the clock of their city; undefined where they are not in sight. */
export const whose = (db: TenantDb, driverId: string): Promise<(Whose & { level: number }) | undefined> =>
  db
    .selectFrom('drivers as d')
    .innerJoin('cities as c', 'c.city_id', 'd.city_id')
    .select(['d.driver_id as driverId', 'c.utc_offset_minutes as offsetMinutes', 'd.level'])
    .where('d.driver_id', '=', driverId)
    .executeTakeFirst()

/** An instant by the city's clock, and back. */
export const local = (at: RawBuilder<unknown>, { offsetMinutes }: Whose) =>
  sql`((${at}) at time zone 'UTC' + make_interval(mins => ${offsetMinutes}::int))`
export const instantOf = (wall: RawBuilder<unknown>, { offsetMinutes }: Whose) =>
  sql`((${wall} - make_interval(mins => ${offsetMinutes}::int)) at time zone 'UTC')`
/** Beginnings of the last so many weeks or months by the city's clock, the running one the last. */
export const turns = (of: Whose, unit: 'week' | 'month', count: number) =>
  sql`generate_series(date_trunc(${unit}, ${local(sql`now()`, of)}) - ${count - 1} * ${sql.lit(`1 ${unit}`)}::interval,
    date_trunc(${unit}, ${local(sql`now()`, of)}), ${sql.lit(`1 ${unit}`)}::interval)`
export const since = (of: Whose, unit: 'week' | 'month', count: number) =>
  instantOf(sql`date_trunc(${unit}, ${local(sql`now()`, of)}) - ${count - 1} * ${sql.lit(`1 ${unit}`)}::interval`, of)
