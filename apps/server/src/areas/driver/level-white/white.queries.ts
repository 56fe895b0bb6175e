import type { WhiteEffect } from '@chauffeur/contract/driver/level-model'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

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

/** Two who put one driver on the list wait for each other; dispatch does not wait for them. */
export const holdListed = (tx: TenantTx, driverId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('driver-level-white', ${driverId}::bigint))`.execute(tx)

/** An entry of this driver that holds at some time of the period, but for the one that is changed. */
export const overlappingWhite = (db: TenantDb, driverId: string, from: Date, until: Date, but: string | null) =>
  db
    .selectFrom('driver_level_whites')
    .select(['white_id', 'valid_from', 'valid_until'])
    .where('driver_id', '=', driverId)
    .where('valid_from', '<', until)
    .where('valid_until', '>', from)
    .$if(but !== null, (rows) => rows.where('white_id', '<>', but!))
    .orderBy('valid_from')
    .limit(1)
    .executeTakeFirst()

interface White {
  effect: WhiteEffect
  level: number | null
  from: Date
  until: Date
  reason: string
}
const set = ({ effect, level, from, until, reason }: White, by: string) => ({
  effect,
  level,
  reason,
  valid_from: from,
  valid_until: until,
  updated_by_name: by,
})
export async function insertWhite(
  tx: TenantTx,
  white: White & { tenantId: string; driverId: string },
  by: { userId: string; name: string },
): Promise<string> {
  const { white_id } = await tx
    .insertInto('driver_level_whites')
    .values({
      ...set(white, by.name),
      tenant_id: white.tenantId,
      driver_id: white.driverId,
      created_by: by.userId,
      created_by_name: by.name,
    })
    .returning('white_id')
    .executeTakeFirstOrThrow()
  return white_id
}
export const changeWhite = (tx: TenantTx, whiteId: string, white: White, by: string) =>
  tx
    .updateTable('driver_level_whites')
    .set((eb) => ({ ...set(white, by), version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('white_id', '=', whiteId)
    .execute()
/** One to come is gone, one that holds ends now. */
export const endWhite = (tx: TenantTx, whiteId: string, by: string) =>
  sql`
    with gone as (delete from driver_level_whites where white_id = ${whiteId}::bigint and valid_from >= now())
    update driver_level_whites set valid_until = now(), version = version + 1, updated_at = now(), updated_by_name = ${by}
    where white_id = ${whiteId}::bigint and valid_from < now() and valid_until > now()`.execute(tx)
