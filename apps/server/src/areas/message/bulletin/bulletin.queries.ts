import type { BulletinState } from '@chauffeur/contract/message/bulletin'
import { QUALIFICATION_LEFT } from '@chauffeur/contract/driver/file'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { DB } from '#platform/database/tables.generated'

/** Of a bulletin `b`, how it stands now. */
const state = sql<BulletinState>`case when b.withdrawn_at is not null then 'WITHDRAWN' when b.valid_until <= now() then 'OVER'
  when b.valid_from > now() then 'COMING' else 'CURRENT' end`
/** A driver `d` is one whom a bulletin `b` is for. */
const isFor = sql<boolean>`((b.city_ids = '{}' or d.city_id = any (b.city_ids)) and (b.levels = '{}' or d.level = any (b.levels))
  and d.qualification <> ${sql.lit(QUALIFICATION_LEFT)})`

export const bulletins = (db: TenantDb) => db.selectFrom('bulletins as b')
export const inState = (wanted: BulletinState): RawBuilder<boolean> => sql<boolean>`${state} = ${wanted}`
export const goesTo = (cityId: string): RawBuilder<boolean> => sql<boolean>`(b.city_ids = '{}' or ${cityId}::bigint = any (b.city_ids))`
export const listed = (rows: ReturnType<typeof bulletins>) => rows.selectAll('b').select(state.as('state'))
export type BulletinDb = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

/** When a transaction began: its `now()`. */
export const begunAt = async (tx: TenantTx): Promise<Date> => (await sql<{ at: Date }>`select now() as at`.execute(tx)).rows[0]!.at

export const findBulletin = (db: TenantDb, bulletinId: string) =>
  listed(bulletins(db)).where('b.bulletin_id', '=', bulletinId).executeTakeFirst()
export const lockBulletin = (tx: TenantTx, bulletinId: string) =>
  listed(bulletins(tx)).where('b.bulletin_id', '=', bulletinId).forUpdate().executeTakeFirst()

export const insertBulletin = async (tx: TenantTx, row: Insertable<DB['bulletins']>): Promise<string> =>
  (await tx.insertInto('bulletins').values(row).returning('bulletin_id').executeTakeFirstOrThrow()).bulletin_id
export const updateBulletin = (tx: TenantTx, bulletinId: string, set: Updateable<DB['bulletins']>) =>
  tx
    .updateTable('bulletins')
    .set({ ...set, updated_at: sql`now()` })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('bulletin_id', '=', bulletinId)
    .execute()

/** How many drivers in sight there are of each city and level: whom bulletins are for is summed up of these. */
export const driversByPlace = async (db: TenantDb): Promise<{ city_id: string; level: number; drivers: number }[]> =>
  (
    await sql<{ city_id: string; level: number; drivers: number }>`
      select city_id, level, count(*)::int as drivers from drivers where qualification <> ${sql.lit(QUALIFICATION_LEFT)} group by city_id, level`.execute(
      db,
    )
  ).rows
/** How many of those whom it is for have read each of these. */
export async function readsOf(db: TenantDb, bulletinIds: readonly string[]): Promise<Map<string, number>> {
  if (bulletinIds.length === 0) return new Map()
  const { rows } = await sql<{ bulletin_id: string; reads: number }>`
    select b.bulletin_id, count(*)::int as reads
    from bulletins b join bulletin_reads r on r.tenant_id = b.tenant_id and r.bulletin_id = b.bulletin_id
      join drivers d on d.tenant_id = r.tenant_id and d.driver_id = r.driver_id
    where b.bulletin_id = any (${bulletinIds}::bigint[]) and ${isFor} group by b.bulletin_id`.execute(db)
  return new Map(rows.map(({ bulletin_id, reads }) => [bulletin_id, reads]))
}

/** Whom a bulletin is for, whether they have read it or not. */
export const audience = (db: TenantDb, bulletinId: string) =>
  db
    .selectFrom('drivers as d')
    .innerJoin('bulletins as b', (join) => join.onRef('b.tenant_id', '=', 'd.tenant_id').on('b.bulletin_id', '=', bulletinId).on(isFor))
    .leftJoin('bulletin_reads as r', (join) =>
      join.onRef('r.tenant_id', '=', 'b.tenant_id').onRef('r.bulletin_id', '=', 'b.bulletin_id').onRef('r.driver_id', '=', 'd.driver_id'),
    )
export const listedReaders = (rows: ReturnType<typeof audience>) =>
  rows
    .innerJoin('cities as c', 'c.city_id', 'd.city_id')
    .leftJoin('departments as o', (join) => join.onRef('o.tenant_id', '=', 'd.tenant_id').onRef('o.dept_id', '=', 'd.org_id'))
    .select([
      'd.driver_id',
      'd.driver_no',
      'd.name as driver_name',
      'c.name as city_name',
      'o.name as org_name',
      'd.level',
      'r.at as read_at',
    ])

/** What there is for a driver now. */
const forDriver = (db: TenantDb, driverId: string) =>
  bulletins(db)
    .innerJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'b.tenant_id').on('d.driver_id', '=', driverId).on(isFor))
    .where('b.withdrawn_at', 'is', null)
    .where(sql<boolean>`b.valid_from <= now() and b.valid_until > now()`)
export const bulletinsFor = (db: TenantDb, driverId: string, most: number) =>
  forDriver(db, driverId)
    .leftJoin('bulletin_reads as r', (join) =>
      join.onRef('r.tenant_id', '=', 'b.tenant_id').onRef('r.bulletin_id', '=', 'b.bulletin_id').onRef('r.driver_id', '=', 'd.driver_id'),
    )
    .select(['b.bulletin_id', 'b.title', 'b.body', 'b.important', 'b.valid_from', 'r.at as read_at'])
    .orderBy('b.important', 'desc')
    .orderBy('b.valid_from', 'desc')
    .orderBy('b.bulletin_id', 'desc')
    .limit(most)
    .execute()
/** The instant at which the driver first said so; undefined where there is no such bulletin for them. */
export async function markRead(
  tx: TenantTx,
  driver: { tenantId: string; driverId: string },
  bulletinId: string,
): Promise<Date | undefined> {
  const there = await forDriver(tx, driver.driverId).select('b.bulletin_id').where('b.bulletin_id', '=', bulletinId).executeTakeFirst()
  if (!there) return undefined
  await tx
    .insertInto('bulletin_reads')
    .values({ tenant_id: driver.tenantId, bulletin_id: bulletinId, driver_id: driver.driverId })
    .onConflict((on) => on.doNothing())
    .execute()
  const { at } = await tx
    .selectFrom('bulletin_reads')
    .select('at')
    .where('bulletin_id', '=', bulletinId)
    .where('driver_id', '=', driver.driverId)
    .executeTakeFirstOrThrow()
  return at
}
