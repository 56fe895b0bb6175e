import { sql } from 'kysely'
import type { PlatformDb, TenantDb } from '#platform/database/db'

export const allSystems = (db: TenantDb) =>
  db
    .selectFrom('systems')
    .select((eb) => [
      'system_id',
      'platform_id',
      'name',
      'name_en',
      'base_url',
      'sort',
      'version',
      eb
        .selectFrom('functions')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('functions.system_id', '=', 'systems.system_id')
        .as('functions'),
    ])
    .orderBy('sort')
    .orderBy('platform_id')
    .execute()
export type SystemDb = Awaited<ReturnType<typeof allSystems>>[number]

export const platformExists = async (db: TenantDb, platformId: number) =>
  (await db.selectFrom('systems').select('system_id').where('platform_id', '=', platformId).executeTakeFirst()) !== undefined

export const systemOfPlatform = (tx: PlatformDb, platformId: number) =>
  tx.selectFrom('systems').select('system_id').where('platform_id', '=', platformId).executeTakeFirst()
export const findSystem = (tx: PlatformDb, systemId: string) =>
  tx.selectFrom('systems').selectAll().where('system_id', '=', systemId).forUpdate().executeTakeFirst()

export const insertSystem = (
  tx: PlatformDb,
  row: { platformId: number; name: string; nameEn: string; baseUrl: string; sort: number; by: string },
) =>
  tx
    .insertInto('systems')
    .values({
      platform_id: row.platformId,
      name: row.name,
      name_en: row.nameEn,
      base_url: row.baseUrl,
      sort: row.sort,
      created_by: row.by,
      updated_by: row.by,
    })
    .onConflict((conflict) => conflict.column('platform_id').doNothing())
    .returning('system_id')
    .executeTakeFirst()

export const updateSystem = (
  tx: PlatformDb,
  systemId: string,
  set: { name?: string; name_en?: string; base_url?: string; sort?: number },
  by: string,
) =>
  tx
    .updateTable('systems')
    .set({ ...set, version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: by })
    .where('system_id', '=', systemId)
    .returning('version')
    .executeTakeFirstOrThrow()

export const systemUse = (tx: PlatformDb, system: { systemId: string; platformId: number }) =>
  tx
    .selectNoFrom((eb) => [
      eb.selectFrom('functions').select(sql<number>`count(*)::int`.as('n')).where('system_id', '=', system.systemId).as('functions'),
      eb.selectFrom('menus').select(sql<number>`count(*)::int`.as('n')).where('platform_id', '=', system.platformId).as('menus'),
    ])
    .executeTakeFirstOrThrow()
export const deleteSystem = (tx: PlatformDb, systemId: string) => tx.deleteFrom('systems').where('system_id', '=', systemId).execute()
