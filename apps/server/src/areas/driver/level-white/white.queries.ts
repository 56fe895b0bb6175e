import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { DatedTable } from '../dated/index.ts'

export const WHITES: DatedTable = { table: 'driver_level_whites', key: 'white_id' }

export const whites = (db: TenantDb) =>
  db
    .selectFrom('driver_level_whites as w')
    .innerJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'w.tenant_id').onRef('d.driver_id', '=', 'w.driver_id'))
    .innerJoin('cities as c', 'c.city_id', 'd.city_id')
/** With the names of the levels of the driver's city, as they are now. */
export const listedWhites = (rows: ReturnType<typeof whites>) =>
  rows
    .selectAll('w')
    .select(['d.driver_no', 'd.name as driver_name', 'd.city_id', 'd.level as present', 'c.name as city_name'])
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .select(
      sql<{ level: number; name: string }[] | null>`(select v.content -> 'levels' from setting_versions v
        where v.tenant_id = w.tenant_id and v.kind = 'driverLevels' and (v.city_id = d.city_id or v.city_id is null) and v.effective_from <= statement_timestamp()
        order by v.city_id nulls last, v.effective_from desc, v.version desc limit 1)`.as('levels'),
    )
export const listedWhite = (db: TenantDb, whiteId: string) => listedWhites(whites(db)).where('w.white_id', '=', whiteId).executeTakeFirst()
export type WhiteDb = NonNullable<Awaited<ReturnType<typeof listedWhite>>>
export const lockWhite = (tx: TenantTx, whiteId: string) =>
  listedWhites(whites(tx)).where('w.white_id', '=', whiteId).forUpdate('w').executeTakeFirst()
