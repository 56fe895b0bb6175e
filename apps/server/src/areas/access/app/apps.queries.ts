import { FOUND_AT_MOST } from '@chauffeur/contract/kernel/find'
import type { AppPlatform, PayWay } from '@chauffeur/contract/access/app'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { TenantDb, TenantTx, WholeDb } from '#platform/database/db'
import type { DB } from '#platform/database/tables.generated'
import { holding } from '#platform/database/sql-text'

export const findApp = (db: TenantDb, appId: string) => db.selectFrom('apps').selectAll().where('app_id', '=', appId).executeTakeFirst()
export const lockApp = (tx: TenantTx, appId: string) =>
  tx.selectFrom('apps').selectAll().where('app_id', '=', appId).forUpdate().executeTakeFirst()

export const addApp = (
  tx: TenantTx,
  app: { tenantId: string; platform: AppPlatform; name: string; identifier: string; remark: string; by: string },
) =>
  tx
    .insertInto('apps')
    .values({
      tenant_id: app.tenantId,
      platform: app.platform,
      name: app.name,
      identifier: app.identifier,
      remark: app.remark,
      created_by: app.by,
      updated_by: app.by,
    })
    .returning(['app_id', 'version'])
    .executeTakeFirstOrThrow()

export const saveApp = (tx: TenantTx, appId: string, by: string, set: Updateable<DB['apps']>) =>
  tx
    .updateTable('apps')
    .set((eb) => ({ ...set, version: eb('version', '+', 1), updated_at: sql<Date>`now()`, updated_by: by }))
    .where('app_id', '=', appId)
    .returning('version')
    .executeTakeFirstOrThrow()
/** Two people who choose among the apps at once choose one after the other. */
export const lockApps = (tx: TenantTx) => tx.selectFrom('apps').select('app_id').orderBy('app_id').forUpdate().execute()
/** Clients that name no app count as this one from now on; null for as none. The apps are locked. */
export async function saveDriverDefault(tx: TenantTx, appId: string | null, by: string): Promise<void> {
  const set = (to: boolean) =>
    tx
      .updateTable('apps')
      .set((eb) => ({ driver_default: to, version: eb('version', '+', 1), updated_at: sql<Date>`now()`, updated_by: by }))
  await set(false).where('driver_default', '=', true).execute()
  if (appId !== null) await set(true).where('app_id', '=', appId).execute()
}
/** A picture is no part of what a form holds: its version stays. */
export const saveAppLogo = (tx: TenantTx, appId: string, by: string, logo: string) =>
  tx.updateTable('apps').set({ logo, updated_at: sql<Date>`now()`, updated_by: by }).where('app_id', '=', appId).execute()

export const adminsOf = async (db: TenantDb, appId: string) =>
  (await db.selectFrom('app_admins').select('user_id').where('app_id', '=', appId).orderBy('user_id').execute()).map((row) => row.user_id)
export const knownPeople = async (db: TenantDb, userIds: readonly string[]) =>
  userIds.length === 0
    ? []
    : (
        await db
          .selectFrom('users')
          .select('user_id')
          .where('user_id', 'in', [...userIds])
          .where('status', '=', 'ENABLED')
          .execute()
      ).map((row) => row.user_id)
export async function saveAdmins(tx: TenantTx, tenantId: string, appId: string, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('app_admins').where('app_id', '=', appId).execute()
  if (userIds.length)
    await tx
      .insertInto('app_admins')
      .values(userIds.map((user_id) => ({ tenant_id: tenantId, app_id: appId, user_id })))
      .execute()
}
/** Those who may administer an app and are found by what was typed; of the ids also those who may not any more. */
export const findPeople = (db: TenantDb, { keyword = '', ids }: { keyword?: string | undefined; ids?: readonly string[] | undefined }) =>
  db
    .selectFrom('users')
    .select([
      'user_id as id',
      'real_name as name',
      'username as fact',
      sql<string>`''`.as('place'),
      sql<boolean>`(status <> 'ENABLED' or not all_cities)`.as('off'),
    ])
    .$if(ids !== undefined, (q) => q.where('user_id', 'in', ids!.length ? [...ids!] : ['0']))
    .$if(ids === undefined, (q) => q.where('status', '=', 'ENABLED').where('all_cities', '=', true))
    .where((eb) => eb.or([eb('real_name', 'ilike', holding(keyword)), eb('username', 'ilike', holding(keyword))]))
    .orderBy('user_id')
    .limit(ids?.length || FOUND_AT_MOST)
    .execute()

export type PayRow = Omit<Selectable<DB['app_pays']>, 'tenant_id' | 'app_id' | 'way' | 'updated_at' | 'updated_by'>
export const paysOf = (db: TenantDb, appId: string) =>
  db
    .selectFrom('app_pays')
    .leftJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'app_pays.tenant_id').onRef('users.user_id', '=', 'app_pays.updated_by'),
    )
    .select([
      'way',
      'enabled',
      'merchant_no',
      'channel_app_id',
      'cert_serial',
      'platform_key_id',
      'platform_key',
      'base_url',
      'scene',
      'account',
      'secret',
      'secret_last4',
      'sign_secret',
      'sign_secret_last4',
      'app_pays.updated_at',
      'users.real_name as updated_by_name',
    ])
    .where('app_id', '=', appId)
    .execute()

export const savePay = (
  tx: TenantTx,
  key: { tenantId: string; appId: string; way: PayWay },
  set: Omit<Updateable<DB['app_pays']>, 'tenant_id' | 'app_id' | 'way' | 'updated_at' | 'updated_by'>,
  by: string,
) =>
  tx
    .insertInto('app_pays')
    .values({ tenant_id: key.tenantId, app_id: key.appId, way: key.way, ...set, updated_by: by })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'app_id', 'way']).doUpdateSet({ ...set, updated_at: sql<Date>`now()`, updated_by: by }),
    )
    .execute()

/** The apps that a business has entered this way for, with their sealed keys; the drivers' default first. */
export const payoutRows = (db: WholeDb, way: PayWay) =>
  db
    .selectFrom('app_pays')
    .innerJoin('apps', (join) => join.onRef('apps.tenant_id', '=', 'app_pays.tenant_id').onRef('apps.app_id', '=', 'app_pays.app_id'))
    .selectAll('app_pays')
    .select(['apps.enabled as app_enabled', 'apps.certify_state'])
    .where('way', '=', way)
    .orderBy('driver_default', 'desc')
    .orderBy('app_pays.app_id')
    .execute()
