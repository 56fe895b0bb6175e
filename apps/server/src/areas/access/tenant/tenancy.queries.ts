import { sql } from 'kysely'
import type { PlatformDb } from '#platform/database/db'

export const tenantExists = async (tx: PlatformDb, tenantId: string) =>
  (await tx.selectFrom('tenants').select('tenant_id').where('tenant_id', '=', tenantId).executeTakeFirst()) !== undefined
export const lockTenant = (tx: PlatformDb, tenantId: string) =>
  tx.selectFrom('tenants').selectAll().where('tenant_id', '=', tenantId).forUpdate().executeTakeFirst()

export const saveTenant = (
  tx: PlatformDb,
  tenantId: string,
  set: { name?: string; brand_name?: string; domain?: string; state?: number; driver_online_enabled?: boolean },
) =>
  tx
    .updateTable('tenants')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .execute()
/** A picture is no part of what a form holds: its version stays. */
export const saveTenantLogo = (tx: PlatformDb, tenantId: string, logo: string) =>
  tx.updateTable('tenants').set({ logo }).where('tenant_id', '=', tenantId).execute()

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
      sql<boolean>`(users.user_id = tenants.admin_user_id or exists (select from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.role_id = ur.role_id
        where ur.tenant_id = users.tenant_id and ur.user_id = users.user_id and r.administrator))`,
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
