import { sql, type Updateable } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/db'
import { offsetOf } from '#platform/page'
import type { DB } from '#platform/tables.generated'
import { holding } from '#platform/sql-text'

interface AppFilter {
  keyword?: string | undefined
  platform?: string | undefined
  enabled?: boolean | undefined
  pageNo: number
  pageSize: number
}

export async function listApps(db: TenantDb, filter: AppFilter) {
  const of = db
    .selectFrom('apps')
    .$if(filter.platform !== undefined, (q) => q.where('platform', '=', filter.platform!))
    .$if(filter.enabled !== undefined, (q) => q.where('enabled', '=', filter.enabled!))
    .$if(Boolean(filter.keyword), (q) =>
      q.where((eb) => eb.or([eb('name', 'ilike', holding(filter.keyword!)), eb('identifier', 'ilike', holding(filter.keyword!))])),
    )
  const rows = await of
    .selectAll('apps')
    .select(
      sql<
        { userId: string; realName: string }[]
      >`(select coalesce(jsonb_agg(jsonb_build_object('userId', u.user_id::text, 'realName', u.real_name) order by u.user_id), '[]')
        from app_admins a join users u on u.tenant_id = a.tenant_id and u.user_id = a.user_id where a.tenant_id = apps.tenant_id and a.app_id = apps.app_id)`.as(
        'administrators',
      ),
    )
    .orderBy('app_id', 'desc')
    .limit(filter.pageSize)
    .offset(offsetOf(filter))
    .execute()
  const { n } = await of.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()
  return { rows, counted: n }
}

export const findApp = (db: TenantDb, appId: string) => db.selectFrom('apps').selectAll().where('app_id', '=', appId).executeTakeFirst()
export const lockApp = (tx: TenantTx, appId: string) =>
  tx.selectFrom('apps').selectAll().where('app_id', '=', appId).forUpdate().executeTakeFirst()

export const addApp = (
  tx: TenantTx,
  app: { tenantId: string; platform: string; name: string; identifier: string; remark: string; by: string },
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
export const findPeople = (db: TenantDb, keyword: string) =>
  db
    .selectFrom('users')
    .select(['user_id', 'real_name', 'username'])
    .where('status', '=', 'ENABLED')
    .where('all_cities', '=', true)
    .where((eb) => eb.or([eb('real_name', 'ilike', holding(keyword)), eb('username', 'ilike', holding(keyword))]))
    .orderBy('user_id')
    .limit(50)
    .execute()

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
      'secret_last4',
      'sign_secret_last4',
      'app_pays.updated_at',
      'users.real_name as updated_by_name',
    ])
    .where('app_id', '=', appId)
    .execute()

export const savePay = (
  tx: TenantTx,
  key: { tenantId: string; appId: string; way: string },
  set: Pick<Updateable<DB['app_pays']>, 'enabled' | 'merchant_no' | 'secret' | 'secret_last4' | 'sign_secret' | 'sign_secret_last4'>,
  by: string,
) =>
  tx
    .insertInto('app_pays')
    .values({ tenant_id: key.tenantId, app_id: key.appId, way: key.way, ...set, updated_by: by })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'app_id', 'way']).doUpdateSet({ ...set, updated_at: sql<Date>`now()`, updated_by: by }),
    )
    .execute()
