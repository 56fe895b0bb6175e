import { defaultMenus } from '@chauffeur/contract/menus'
import { issuePasswordLink, type PasswordLink } from '../user/index.ts'
import type { PlatformDb } from '#platform/database/db'
import { unknownPassword } from '#platform/identity/password'
import { ADMINISTRATORS, defaultRoles, standardPrices } from './defaults.ts'
import { addAdministrator, addDepartment, addMenu, addPrices, addRole, addTenant, openCity } from './new-tenant.queries.ts'
import { citiesOfTheCountry } from './tenancy.queries.ts'

export interface NewTenant {
  name: string
  brandName: string
  domain: string
  adminUsername: string
  adminName: string
  adminPhone: string
  cityIds: readonly string[]
  enabled: boolean
}

/**
 * Makes a tenant that works at once: headquarters with a company a city, each city open with standard prices, the default roles and menus, and
 * an administrator who sets the password through the link. Cities that do not exist are left out.
 */
export async function makeTenant(
  tx: PlatformDb,
  wanted: NewTenant,
  by: string | null,
): Promise<{ tenantId: string; userId: string; link: PasswordLink }> {
  const { tenant_id: tenantId } = await addTenant(tx, { ...wanted, state: wanted.enabled ? 30 : 10 })
  const cities = await citiesOfTheCountry(tx, wanted.cityIds)
  const head = await addDepartment(tx, {
    tenantId,
    parentId: null,
    name: `${wanted.brandName}总部`,
    type: 1,
    cityIds: cities.map((city) => city.city_id),
    sort: 0,
  })
  for (const [sort, { city_id: cityId, name }] of cities.entries()) {
    const company = await addDepartment(tx, { tenantId, parentId: head, name: `${name}分公司`, type: 2, cityIds: [cityId], sort })
    await openCity(tx, tenantId, cityId, company)
    await addPrices(tx, tenantId, { cityId, name }, standardPrices)
  }
  let administrators = ''
  for (const { name, functions } of defaultRoles) {
    const roleId = await addRole(tx, tenantId, { name, administrator: name === ADMINISTRATORS, functions })
    if (name === ADMINISTRATORS) administrators = roleId
  }
  for (const [sort, entry] of defaultMenus.entries()) await addMenu(tx, tenantId, entry, null, sort)
  const userId = await addAdministrator(tx, {
    tenantId,
    deptId: head,
    roleId: administrators,
    username: wanted.adminUsername,
    realName: wanted.adminName,
    phone: wanted.adminPhone,
    passwordHash: await unknownPassword(),
  })
  return { tenantId, userId, link: await issuePasswordLink(tx, { tenantId, userId, by }) }
}
