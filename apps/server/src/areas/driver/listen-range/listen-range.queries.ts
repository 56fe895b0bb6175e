import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { DatedTable } from '../dated/index.ts'

export const RANGES: DatedTable = { table: 'driver_listen_ranges', key: 'range_id' }

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
