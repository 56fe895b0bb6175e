import { sql } from 'kysely'
import type { PlatformDb } from '#platform/db'
import { countUpToLimit, offsetOf } from '#platform/page'
import { holding } from '#platform/sql-text'

interface TenantFilter {
  keyword?: string | undefined
  state?: number | undefined
  pageNo: number
  pageSize: number
  sortOrder?: 'asc' | 'desc' | undefined
}

export async function listTenants(tx: PlatformDb, filter: TenantFilter) {
  const like = holding(filter.keyword ?? '')
  const of = tx
    .selectFrom('tenants')
    .leftJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'tenants.tenant_id').onRef('users.user_id', '=', 'tenants.admin_user_id'),
    )
    .$if(filter.state !== undefined, (q) => q.where('tenants.state', '=', filter.state!))
    .$if(Boolean(filter.keyword), (q) =>
      q.where((eb) =>
        eb.or([
          eb('tenants.name', 'ilike', like),
          eb('tenants.brand_name', 'ilike', like),
          eb('tenants.domain', 'ilike', like),
          eb('users.username', 'ilike', like),
        ]),
      ),
    )
  const rows = await of
    .select((eb) => [
      'tenants.tenant_id',
      'tenants.name',
      'tenants.brand_name',
      'tenants.logo',
      'tenants.domain',
      'tenants.state',
      'tenants.driver_online_enabled',
      'tenants.created_at',
      'tenants.version',
      'users.user_id as admin_user_id',
      'users.username as admin_username',
      'users.real_name as admin_name',
      eb
        .selectFrom('tenant_cities')
        .innerJoin('cities', 'cities.city_id', 'tenant_cities.city_id')
        .select(sql<string[]>`coalesce(array_agg(cities.name order by cities.city_id), '{}')`.as('names'))
        .whereRef('tenant_cities.tenant_id', '=', 'tenants.tenant_id')
        .as('city_names'),
      sql<number>`(select count(*)::int from users u where u.tenant_id = tenants.tenant_id)`.as('users'),
      sql<number>`(select count(*)::int from drivers d where d.tenant_id = tenants.tenant_id)`.as('drivers'),
      sql<number>`(select count(*)::int from orders o where o.tenant_id = tenants.tenant_id and o.created_at > now() - interval '30 days')`.as(
        'recent_orders',
      ),
    ])
    .orderBy('tenants.tenant_id', filter.sortOrder ?? 'asc')
    .limit(filter.pageSize)
    .offset(offsetOf(filter))
    .execute()
  const { n } = await of.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()
  return { rows, counted: n }
}

export const lockTenant = (tx: PlatformDb, tenantId: string) =>
  tx.selectFrom('tenants').selectAll().where('tenant_id', '=', tenantId).forUpdate().executeTakeFirst()

export const saveTenant = (
  tx: PlatformDb,
  tenantId: string,
  set: { name?: string; brand_name?: string; domain?: string; logo?: string; state?: number; driver_online_enabled?: boolean },
) =>
  tx
    .updateTable('tenants')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .execute()

export const domainTaken = async (tx: PlatformDb, domain: string, butTenantId: string | null) =>
  domain !== '' &&
  (await tx
    .selectFrom('tenants')
    .select('tenant_id')
    .where(sql<string>`lower(domain)`, '=', domain)
    .$if(butTenantId !== null, (q) => q.where('tenant_id', '<>', butTenantId!))
    .executeTakeFirst()) !== undefined

export const usernameTaken = async (tx: PlatformDb, username: string) =>
  (await tx.selectFrom('users').select('user_id').where(sql<string>`lower(username)`, '=', username.toLowerCase()).executeTakeFirst()) !==
  undefined

export const onDuty = async (tx: PlatformDb, tenantId: string) =>
  (
    await tx
      .selectFrom('drivers')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('tenant_id', '=', tenantId)
      .where('work_status', '<>', 'OFFLINE')
      .executeTakeFirstOrThrow()
  ).n

export const citiesOfTheCountry = (tx: PlatformDb, only?: readonly string[]) =>
  tx
    .selectFrom('cities')
    .select(['city_id', 'name'])
    .$if(only !== undefined, (q) => q.where('city_id', 'in', [...only!]))
    .orderBy('city_id')
    .execute()

/** The administrator a tenant was made with; else its first enabled person whose role is the administrators'. */
export const findAdministrator = (tx: PlatformDb, tenantId: string) =>
  tx
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.tenant_id', 'users.tenant_id')
    .select(['users.user_id', 'users.username'])
    .where('users.tenant_id', '=', tenantId)
    .where('users.status', '=', 'ENABLED')
    .where(
      sql<boolean>`users.user_id = tenants.admin_user_id or exists (select from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.role_id = ur.role_id
        where ur.tenant_id = users.tenant_id and ur.user_id = users.user_id and r.administrator)`,
    )
    .orderBy(sql`coalesce(users.user_id = tenants.admin_user_id, false)`, 'desc')
    .orderBy('users.user_id')
    .executeTakeFirst()

/** Nobody knows this password: it is set through the link. */
export const shutPassword = (tx: PlatformDb, tenantId: string, userId: string, hash: string) =>
  tx
    .updateTable('users')
    .set((eb) => ({ password_hash: hash, must_change_password: true, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()

export async function tenantLogs(
  tx: PlatformDb,
  filter: {
    tenantId?: string | undefined
    keyword?: string | undefined
    atFrom?: string | undefined
    atTo?: string | undefined
    pageNo: number
    pageSize: number
  },
) {
  const like = holding(filter.keyword ?? '')
  const of = tx
    .selectFrom('operation_logs')
    .innerJoin('tenants', (join) => join.on(sql<boolean>`tenants.tenant_id::text = operation_logs.object_id`))
    .where('operation_logs.object', '=', 'tenant')
    .where('operation_logs.code', '=', 0)
    .$if(filter.tenantId !== undefined, (q) => q.where('operation_logs.object_id', '=', filter.tenantId!))
    .$if(filter.atFrom !== undefined, (q) => q.where('operation_logs.at', '>=', new Date(filter.atFrom!)))
    .$if(filter.atTo !== undefined, (q) => q.where('operation_logs.at', '<', new Date(filter.atTo!)))
    .$if(Boolean(filter.keyword), (q) =>
      q.where((eb) => eb.or([eb('operation_logs.actor_name', 'ilike', like), eb('operation_logs.summary', 'ilike', like)])),
    )
  const rows = await of
    .select([
      'operation_logs.log_id',
      'operation_logs.at',
      'tenants.tenant_id',
      'tenants.brand_name',
      'operation_logs.actor_name',
      'operation_logs.ip',
      'operation_logs.call',
      'operation_logs.summary',
      'operation_logs.before',
      'operation_logs.after',
      'operation_logs.request_id',
    ])
    .orderBy('operation_logs.at', 'desc')
    .orderBy('operation_logs.log_id', 'desc')
    .limit(filter.pageSize)
    .offset(offsetOf(filter))
    .execute()
  return { rows, counted: await countUpToLimit(tx, of.select(sql`1`.as('one'))) }
}
