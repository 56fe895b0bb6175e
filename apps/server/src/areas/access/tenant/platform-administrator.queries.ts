import { sql } from 'kysely'
import type { PlatformDb } from '#platform/database/db'
import { citiesOfChina } from '#areas/operations/city'

/** Any fixed number: two who set an installation up at once do not both make its first tenant. */
const SETUP_LOCK = 7_208_320
export const lockSetup = (tx: PlatformDb) => sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(tx)

export const hasTenant = async (tx: PlatformDb) =>
  (await tx.selectFrom('tenants').select('tenant_id').limit(1).executeTakeFirst()) !== undefined

export const hasPlatformAdministrator = async (tx: PlatformDb) =>
  (await tx
    .selectFrom('users')
    .select('user_id')
    .where('platform_admin', '=', true)
    .where('status', '=', 'ENABLED')
    .limit(1)
    .executeTakeFirst()) !== undefined

export const addMissingCities = (tx: PlatformDb) =>
  tx
    .insertInto('cities')
    .values(citiesOfChina.map(([city_id, name, pinyin, lat, lng]) => ({ city_id, name, pinyin, lat, lng })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** An account by its name, and whether it has the administrators' role of its tenant. */
export const findByName = (tx: PlatformDb, username: string) =>
  tx
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.tenant_id', 'users.tenant_id')
    .select((eb) => [
      'users.tenant_id',
      'users.user_id',
      'users.username',
      'users.status',
      'users.platform_admin',
      'tenants.state',
      eb
        .exists(
          eb
            .selectFrom('user_roles')
            .innerJoin('roles', (join) =>
              join.onRef('roles.tenant_id', '=', 'user_roles.tenant_id').onRef('roles.role_id', '=', 'user_roles.role_id'),
            )
            .whereRef('user_roles.tenant_id', '=', 'users.tenant_id')
            .whereRef('user_roles.user_id', '=', 'users.user_id')
            .where('roles.administrator', '=', true)
            .select(sql`1`.as('one')),
        )
        .as('administrator'),
    ])
    .where(sql<string>`lower(users.username)`, '=', username.toLowerCase())
    .executeTakeFirst()

export const makePlatformAdministrator = (tx: PlatformDb, tenantId: string, userId: string) =>
  tx
    .updateTable('users')
    .set((eb) => ({ platform_admin: true, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
