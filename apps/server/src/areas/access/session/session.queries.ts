import { TENANT_STATE } from '@chauffeur/contract/access/tenant'
import { sql } from 'kysely'
import type { PlatformDb, TenantDb, TenantTx } from '#platform/database/db'

/** Whether a role of `users` asks for an authenticator. */
export const needsAuthenticator = sql<boolean>`exists (
  select from user_roles r join authenticator_roles a on a.tenant_id = r.tenant_id and a.role_id = r.role_id
  where r.tenant_id = users.tenant_id and r.user_id = users.user_id)`

export const findAccount = (tx: PlatformDb, username: string) =>
  tx
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.tenant_id', 'users.tenant_id')
    .innerJoin('departments', (join) =>
      join.onRef('departments.tenant_id', '=', 'users.tenant_id').onRef('departments.dept_id', '=', 'users.dept_id'),
    )
    .select([
      'users.tenant_id',
      'users.user_id',
      'users.username',
      'users.real_name',
      'users.email',
      'users.status',
      'users.password_hash',
      'users.must_change_password',
      'users.phone',
      'users.totp_secret',
      'users.totp_last_step',
      'users.channel_id',
      'departments.dept_type',
      'tenants.state as tenant_state',
      'tenants.brand_name',
      needsAuthenticator.as('authenticator_required'),
    ])
    .where(sql<string>`lower(users.username)`, '=', username.toLowerCase())
    .executeTakeFirst()
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Failures within the window: of the account, of the address (of IPv6 its network, as `networkOf` says), and how long ago the oldest counted one was. */
export async function countFailures(tx: PlatformDb, account: string, ip: string, windowS: number) {
  const row = await tx
    .selectFrom('sign_in_failures')
    .select([
      sql<number>`count(*) filter (where account = ${account})::int`.as('byAccount'),
      sql<number>`count(*) filter (where ip = ${ip})::int`.as('byAddress'),
      sql<number>`coalesce(ceil(extract(epoch from min(at) filter (where account = ${account}) - now())), 0)::int + ${windowS}::int`.as(
        'accountFreeInS',
      ),
      sql<number>`coalesce(ceil(extract(epoch from min(at) filter (where ip = ${ip}) - now())), 0)::int + ${windowS}::int`.as(
        'addressFreeInS',
      ),
    ])
    .where('at', '>', sql<Date>`now() - make_interval(secs => ${windowS})`)
    .where((eb) => eb.or([eb('account', '=', account), eb('ip', '=', ip)]))
    .executeTakeFirstOrThrow()
  return row
}

/** Serialises the sign-ins of one account and of one address, so that guesses sent at once are counted one by one. */
export const lockSignIn = (tx: PlatformDb, account: string, ip: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(name, 7)) from (values (${`account ${account}`}), (${`address ${ip}`})) as names (name) order by name`.execute(
    tx,
  )

export const recordFailure = (tx: PlatformDb, account: string, ip: string) =>
  tx.insertInto('sign_in_failures').values({ account, ip }).execute()

export async function recordSuccess(tx: PlatformDb, account: string, tenantId: string, userId: string) {
  await tx.deleteFrom('sign_in_failures').where('account', '=', account).execute()
  await tx
    .updateTable('users')
    .set({ last_sign_in_at: sql<Date>`now()` })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
}

export const findSite = (tx: PlatformDb, by: { tenantId?: string; host: string }) =>
  tx
    .selectFrom('tenants')
    .select(['tenant_id', 'brand_name', 'logo'])
    .where('state', '=', TENANT_STATE.enabled)
    .$if(by.tenantId !== undefined, (q) => q.where('tenant_id', '=', by.tenantId!))
    .$if(by.tenantId === undefined, (q) => q.orderBy(sql`lower(domain) = ${by.host.toLowerCase()}`, 'desc'))
    .orderBy('tenant_id')
    .limit(1)
    .executeTakeFirst()

export async function findMe(db: TenantDb, userId: string) {
  const row = await db
    .selectFrom('users')
    .innerJoin('departments', (join) =>
      join.onRef('departments.tenant_id', '=', 'users.tenant_id').onRef('departments.dept_id', '=', 'users.dept_id'),
    )
    .innerJoin('tenants', 'tenants.tenant_id', 'users.tenant_id')
    .select((eb) => [
      'users.email',
      'users.must_change_password',
      'users.locale',
      'users.theme',
      'users.all_cities',
      'users.city_ids',
      'departments.name as dept_name',
      'tenants.brand_name',
      eb
        .selectFrom('user_roles')
        .innerJoin('roles', (join) =>
          join.onRef('roles.tenant_id', '=', 'user_roles.tenant_id').onRef('roles.role_id', '=', 'user_roles.role_id'),
        )
        .select(sql<string[]>`coalesce(array_agg(roles.name order by roles.role_id), '{}')`.as('names'))
        .whereRef('user_roles.tenant_id', '=', 'users.tenant_id')
        .whereRef('user_roles.user_id', '=', 'users.user_id')
        .as('role_names'),
    ])
    .where('users.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row
}

export const openSessions = (db: TenantDb, userId: string, idleS: number) =>
  db
    .selectFrom('sessions')
    .select(['session_id', 'signed_in_at', 'last_active_at', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('last_active_at', '>', sql<Date>`now() - make_interval(secs => ${idleS})`)
    .orderBy('last_active_at', 'desc')
    .limit(100)
    .execute()

export const saveLook = (tx: TenantTx, userId: string, look: { locale?: string; theme?: string }) =>
  tx.updateTable('users').set(look).where('user_id', '=', userId).execute()

export const savePreference = (tx: TenantTx, tenantId: string, userId: string, key: string, value: string) =>
  tx
    .insertInto('user_preferences')
    .values({ tenant_id: tenantId, user_id: userId, key, value })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'key']).doUpdateSet({ value, updated_at: sql<Date>`now()` }))
    .execute()
export const readPreference = (db: TenantDb, userId: string, key: string) =>
  db.selectFrom('user_preferences').select('value').where('user_id', '=', userId).where('key', '=', key).executeTakeFirst()
