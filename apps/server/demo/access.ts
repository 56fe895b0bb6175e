import { randomBytes } from 'node:crypto'
import { ADMINISTRATORS, defaultRoles as roles } from '#areas/access/tenant'
import { hashPassword } from '#platform/identity/password'
import { demoAccounts, secondTenantOperator } from './accounts.ts'
import { HANGZHOU, SHANGHAI } from './cities.ts'
import type { Row } from './load.ts'
import type { DemoTenant } from './tenants.ts'

type RoleName = (typeof roles)[number]['name']

const roleId = (tenant: DemoTenant, name: RoleName) => (tenant.index - 1) * roles.length + roles.findIndex((role) => role.name === name) + 1

export const roleRows = (tenants: readonly DemoTenant[], at: Date): Row<'roles'>[] =>
  tenants.flatMap((tenant) =>
    roles.map(({ name }) => ({
      tenant_id: tenant.tenantId,
      role_id: roleId(tenant, name),
      name,
      administrator: name === ADMINISTRATORS,
      created_at: at,
      updated_at: at,
    })),
  )

export const roleFunctionRows = (tenants: readonly DemoTenant[]): Row<'role_functions'>[] =>
  tenants.flatMap((tenant) =>
    roles.flatMap(({ name, functions }) =>
      functions.map((code) => ({ tenant_id: tenant.tenantId, role_id: roleId(tenant, name), function_code: code })),
    ),
  )

interface Person {
  username: string
  /** Null: nobody signs in with it; such people stand behind the orders they took. */
  password: string | null
  realName: string
  role: RoleName
  deptId: number
  cityIds: readonly number[] | 'all'
  channelId?: number
  platformAdmin?: true
}

/** The people of the first tenant's accounts, by username. */
function personOf(username: string, tenant: DemoTenant): Omit<Person, 'username' | 'password'> {
  const head = { deptId: tenant.headDeptId, cityIds: 'all' } as const
  const company = tenant.cities.find((city) => city.cityId === HANGZHOU)!
  const channel = tenant.channels[0]!
  switch (username) {
    case 'operator':
      return { ...head, realName: '林晓雨', role: '客服' }
    case 'finance':
      return { ...head, realName: '周敏', role: '财务' }
    case 'cityops':
      return { ...head, realName: '陈志远', role: '城市运营', cityIds: [HANGZHOU, SHANGHAI] }
    case 'fleet':
      return { realName: '吴建国', role: '机构管理员', deptId: company.companyId, cityIds: [HANGZHOU] }
    case 'partner':
      return { realName: '何佳', role: '合作方', deptId: channel.deptId, cityIds: 'all', channelId: channel.channelId }
    case 'platform':
      return { ...head, realName: '平台管理员', role: '租户管理员', platformAdmin: true }
    default:
      return { ...head, realName: '沈磊', role: '租户管理员' }
  }
}

const colleagues = [
  ['desk-zhao', '赵雪'],
  ['desk-qian', '钱思远'],
  ['desk-sun', '孙悦'],
  ['desk-feng', '冯婷'],
] as const

function people(tenant: DemoTenant): Person[] {
  const desk = { role: '客服', deptId: tenant.headDeptId, cityIds: 'all' } as const
  if (tenant.index === 1) {
    return [
      ...demoAccounts.map(({ username, password }) => ({ username, password, ...personOf(username, tenant) })),
      ...colleagues.map(([username, realName]) => ({ ...desk, username, realName, password: null })),
    ]
  }
  return [
    { ...desk, ...secondTenantOperator, realName: '许文静' },
    { ...desk, username: 'chengdeng-desk', realName: '高翔', password: null },
    { ...desk, username: 'chengdeng-admin', realName: '罗锐', role: '租户管理员', password: null },
  ]
}

const numbered = (tenants: readonly DemoTenant[]) =>
  tenants.flatMap((tenant) => people(tenant).map((person) => ({ tenant, person }))).map((entry, index) => ({ ...entry, userId: index + 1 }))

/** Who keeps a tenant's settings; null where the demo has nobody for it. */
export const adminIdOf = (tenant: DemoTenant, tenants: readonly DemoTenant[]): number | null =>
  numbered(tenants).find((entry) => entry.tenant === tenant && entry.person.username === 'admin')?.userId ?? null

/** Who answers a tenant's telephones. */
export const agentsOf = (tenant: DemoTenant, tenants: readonly DemoTenant[]) =>
  numbered(tenants)
    .filter((entry) => entry.tenant === tenant && entry.person.role === '客服')
    .map(({ userId, person }) => ({ userId, name: person.realName }))

export const userRows = (tenants: readonly DemoTenant[], at: Date): Promise<Row<'users'>[]> =>
  Promise.all(
    numbered(tenants).map(async ({ tenant, person, userId }) => ({
      tenant_id: tenant.tenantId,
      user_id: userId,
      username: person.username,
      real_name: person.realName,
      phone: `1390000${String(userId).padStart(4, '0')}`,
      email: `${person.username}@${tenant.index === 1 ? 'guihang' : 'chengdeng'}.example`,
      dept_id: person.deptId,
      level: person.role === ADMINISTRATORS ? 5 : 1,
      all_cities: person.cityIds === 'all',
      city_ids: person.cityIds === 'all' ? [] : [...person.cityIds],
      channel_id: person.channelId ?? null,
      platform_admin: person.platformAdmin ?? false,
      password_hash: await hashPassword(person.password ?? randomBytes(24).toString('base64url')),
      password_changed_at: at,
      created_at: at,
      updated_at: at,
    })),
  )

export const userRoleRows = (tenants: readonly DemoTenant[]): Row<'user_roles'>[] =>
  numbered(tenants).map(({ tenant, person, userId }) => ({
    tenant_id: tenant.tenantId,
    user_id: userId,
    role_id: roleId(tenant, person.role),
  }))
