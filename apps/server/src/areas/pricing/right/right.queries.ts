import type { Hours, RightCover } from '@chauffeur/contract/pricing/model'
import type { RightExcess, RightState, RightUnit } from '@chauffeur/contract/pricing/right'
import { FOUND_AT_MOST } from '@chauffeur/contract/kernel/find'
import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { DB } from '#platform/database/tables.generated'
import { holds } from '#platform/list/conditions'

/** A right is used in a city that is in sight: in any, or in the one asked for. */
export const usedInSight = (cityId: string | null): Expression<SqlBool> =>
  sql<boolean>`exists (select from tenant_cities c where c.tenant_id = r.tenant_id and (r.city_ids = '{}' or c.city_id = any (r.city_ids))${
    cityId === null ? sql`` : sql` and c.city_id = ${cityId}`
  })`

/** Those in sight; a partner's people see their own. */
export const rights = (db: TenantDb) =>
  db
    .selectFrom('right_configs as r')
    .where(sql<boolean>`((select app_all_channels()) or r.channel_id = (select app_channel()))`)
    .where(usedInSight(null))

const uses = (and: string) =>
  sql<number>`(select count(*)::int from right_uses u join right_grants g on g.tenant_id = u.tenant_id and g.right_grant_id = u.right_grant_id
    where g.tenant_id = r.tenant_id and g.right_id = r.right_id and ${sql.raw(and)})`
export const listed = (rows: ReturnType<typeof rights>) =>
  rows
    .leftJoin('channels as h', (on) => on.onRef('h.tenant_id', '=', 'r.tenant_id').onRef('h.channel_id', '=', 'r.channel_id'))
    .selectAll('r')
    .select([
      'h.name as channel_name',
      sql<RightCover>`r.cover`.as('cover'),
      sql<RightUnit>`r.unit`.as('unit'),
      sql<RightExcess>`r.excess`.as('excess'),
      sql<RightState>`r.state`.as('state'),
      sql<Hours[]>`r.bands`.as('bands'),
      sql<boolean>`r.valid_to <= now()`.as('ended'),
      sql<number>`(select count(*)::int from right_grants g where g.tenant_id = r.tenant_id and g.right_id = r.right_id and g.state <> 'REVOKED')`.as(
        'granted',
      ),
      uses(`u.state = 'USED'`).as('used'),
    ])
export const findRight = (db: TenantDb, rightId: string) => listed(rights(db)).where('r.right_id', '=', rightId).executeTakeFirst()
export type RightDb = NonNullable<Awaited<ReturnType<typeof findRight>>>
/** Whoever uses the right waits here as well: its stock is counted under this lock. */
export const lockRight = (tx: TenantTx, rightId: string) =>
  listed(rights(tx)).where('r.right_id', '=', rightId).forUpdate('r').executeTakeFirst()

export const figuresOf = (db: TenantDb, rightId: string) =>
  db
    .selectFrom('right_configs as r')
    .select([
      uses(`u.state = 'RESERVED'`).as('reserved'),
      uses(`u.state = 'AUDIT_FAILED'`).as('failed'),
      uses(`u.state <> 'RELEASED' and u.reserved_at >= date_trunc('day', now(), 'Asia/Shanghai')`).as('usedToday'),
      sql<number>`(select coalesce(sum(u.covered_fen), 0)::float8 from right_uses u join right_grants g on g.tenant_id = u.tenant_id and g.right_grant_id = u.right_grant_id
        where g.tenant_id = r.tenant_id and g.right_id = r.right_id and u.state = 'USED')`.as('coveredFen'),
    ])
    .where('r.right_id', '=', rightId)
    .executeTakeFirstOrThrow()

/** Rights to pick one from, or those of the ids. */
export const findRights = (db: TenantDb, { keyword, ids }: { keyword?: string | undefined; ids?: readonly string[] | undefined }) =>
  rights(db)
    .leftJoin('channels as h', (on) => on.onRef('h.tenant_id', '=', 'r.tenant_id').onRef('h.channel_id', '=', 'r.channel_id'))
    .select([
      'r.right_id as id',
      'r.name',
      'r.right_no as fact',
      sql<string>`coalesce(h.name, '')`.as('place'),
      sql<boolean>`(r.state <> 'ON' or r.valid_to <= now())`.as('off'),
    ])
    .$if(ids !== undefined, (q) => q.where('r.right_id', 'in', ids!.length ? [...ids!] : ['0']))
    .$if(keyword !== undefined, (q) => q.where(holds('r.name', 'r.right_no')(keyword!)))
    .orderBy('r.name')
    .limit(ids?.length || FOUND_AT_MOST)
    .execute()

/** Undefined where another has its number. */
export const insertRight = async (tx: TenantTx, values: Insertable<DB['right_configs']>): Promise<string | undefined> =>
  (
    await tx
      .insertInto('right_configs')
      .values(values)
      .onConflict((on) => on.columns(['tenant_id', 'right_no']).doNothing())
      .returning('right_id')
      .executeTakeFirst()
  )?.right_id
export const updateRight = (tx: TenantTx, rightId: string, by: string, set: Updateable<DB['right_configs']>) =>
  tx
    .updateTable('right_configs')
    .set((eb) => ({ ...set, version: eb('version', '+', 1), updated_at: sql<Date>`now()`, updated_by: by }))
    .where('right_id', '=', rightId)
    .execute()

/** The right goes on for longer: what customers had of it when it ended is theirs again. */
export const reviveGrants = (tx: TenantTx, rightId: string) =>
  tx
    .updateTable('right_grants')
    .set({ state: 'ACTIVE', version: sql<number>`version + 1` })
    .where('right_id', '=', rightId)
    .where('state', '=', 'EXPIRED')
    .execute()

/** Which fields name a city or channel that is not in sight. */
export async function strangeAmong(
  db: TenantDb,
  { cityIds, channelId }: { cityIds: readonly string[]; channelId: string | null },
): Promise<('cityIds' | 'channelId')[]> {
  const { rows } = await sql<Record<'cityIds' | 'channelId', boolean>>`select
    exists (select from unnest(${cityIds}::bigint[]) as w where not exists (select from tenant_cities x where x.city_id = w)) as "cityIds",
    not exists (select from channels x where x.channel_id = ${channelId}::bigint) as "channelId"`.execute(db)
  return (['cityIds', 'channelId'] as const).filter((field) => rows[0]![field])
}
