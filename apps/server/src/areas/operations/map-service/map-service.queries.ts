import type { MapServiceKind } from '@chauffeur/contract/operations/map-service'
import { sql, type Updateable } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { DB } from '#platform/database/tables.generated'

/** In the order in which they are asked. */
export const mapServices = (db: TenantDb) =>
  db.selectFrom('map_services').selectAll().orderBy('kind').orderBy('rank').orderBy('service_id').execute()

export const findMapService = (db: TenantDb, serviceId: string) =>
  db.selectFrom('map_services').selectAll().where('service_id', '=', serviceId).executeTakeFirst()

/** All of a kind, so that their order changes for one after the other. */
export const lockMapServices = (tx: TenantTx, kind: MapServiceKind) =>
  tx.selectFrom('map_services').selectAll().where('kind', '=', kind).orderBy('rank').orderBy('service_id').forUpdate().execute()

export const lockMapService = (tx: TenantTx, serviceId: string) =>
  tx.selectFrom('map_services').selectAll().where('service_id', '=', serviceId).forUpdate().executeTakeFirst()

/** Asked last. */
export const insertMapService = (
  tx: TenantTx,
  set: { kind: MapServiceKind; provider: string; name: string; url: string; daily_quota: number | null },
  by: { tenantId: string; userId: string },
) =>
  tx
    .insertInto('map_services')
    .values((eb) => ({
      ...set,
      tenant_id: by.tenantId,
      updated_by: by.userId,
      rank: eb
        .selectFrom('map_services as other')
        .where('other.kind', '=', set.kind)
        .select(sql<number>`coalesce(max(other.rank), 0) + 1`.as('rank')),
    }))
    .returning('service_id')
    .executeTakeFirstOrThrow()

/** `by` is null where only the order changed: the entry stays as its last editor left it. */
export const updateMapService = (tx: TenantTx, serviceId: string, by: string | null, set: Updateable<DB['map_services']>) =>
  tx
    .updateTable('map_services')
    .set((eb) => ({
      ...set,
      ...(by !== null && { version: eb('version', '+', 1), updated_at: sql<Date>`now()`, updated_by: by }),
    }))
    .where('service_id', '=', serviceId)
    .execute()

export const deleteMapService = (tx: TenantTx, serviceId: string) =>
  tx.deleteFrom('map_services').where('service_id', '=', serviceId).execute()
