import type { MenuEntry } from '@chauffeur/contract/menus'
import { sql } from 'kysely'
import type { PlatformDb } from '#platform/database/db'

export const addTenant = (tx: PlatformDb, tenant: { name: string; brandName: string; domain: string; state: number }) =>
  tx
    .insertInto('tenants')
    .values({ name: tenant.name, brand_name: tenant.brandName, domain: tenant.domain, state: tenant.state })
    .returning('tenant_id')
    .executeTakeFirstOrThrow()

export const addDepartment = async (
  tx: PlatformDb,
  dept: { tenantId: string; parentId: string | null; name: string; type: 1 | 2; cityIds: string[]; sort: number },
) =>
  (
    await tx
      .insertInto('departments')
      .values({
        tenant_id: dept.tenantId,
        parent_id: dept.parentId,
        name: dept.name,
        dept_type: dept.type,
        city_ids: dept.cityIds,
        sort: dept.sort,
      })
      .returning('dept_id')
      .executeTakeFirstOrThrow()
  ).dept_id

export const openCity = (tx: PlatformDb, tenantId: string, cityId: string, orgId: string) =>
  tx.insertInto('tenant_cities').values({ tenant_id: tenantId, city_id: cityId, org_id: orgId }).execute()

export const addPrices = (tx: PlatformDb, tenantId: string, city: { cityId: string; name: string }, rules: object) =>
  tx
    .insertInto('price_templates')
    .values({
      tenant_id: tenantId,
      code: `CITY-${city.cityId}`,
      name: `${city.name}日常代驾`,
      owner_type: 'CITY',
      city_ids: [city.cityId],
      service_type: 'TRIP',
      rank: 10,
      rules: JSON.stringify(rules),
      effective_from: sql<Date>`now()`,
    })
    .execute()

export async function addRole(
  tx: PlatformDb,
  tenantId: string,
  role: { name: string; administrator: boolean; functions: readonly string[] },
) {
  const { role_id } = await tx
    .insertInto('roles')
    .values({ tenant_id: tenantId, name: role.name, administrator: role.administrator })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('role_functions')
    .values(role.functions.map((function_code) => ({ tenant_id: tenantId, role_id, function_code })))
    .execute()
  return role_id
}

export async function addMenu(tx: PlatformDb, tenantId: string, entry: MenuEntry, parentId: string | null, sort: number): Promise<void> {
  const { menu_id } = await tx
    .insertInto('menus')
    .values({
      tenant_id: tenantId,
      parent_id: parentId,
      name: entry.name,
      url: entry.url,
      icon: entry.icon,
      sort,
      function_codes: [...entry.needs],
      dept_types: [...(entry.deptTypes ?? [1, 2, 3])],
    })
    .returning('menu_id')
    .executeTakeFirstOrThrow()
  for (const [order, child] of (entry.children ?? []).entries()) await addMenu(tx, tenantId, child, menu_id, order)
}

export async function addAdministrator(
  tx: PlatformDb,
  person: { tenantId: string; deptId: string; roleId: string; username: string; realName: string; phone: string; passwordHash: string },
) {
  const { user_id } = await tx
    .insertInto('users')
    .values({
      tenant_id: person.tenantId,
      username: person.username,
      real_name: person.realName,
      phone: person.phone,
      dept_id: person.deptId,
      level: 5,
      all_cities: true,
      password_hash: person.passwordHash,
      must_change_password: true,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('user_roles').values({ tenant_id: person.tenantId, user_id, role_id: person.roleId }).execute()
  await tx.updateTable('tenants').set({ admin_user_id: user_id }).where('tenant_id', '=', person.tenantId).execute()
  return user_id
}
