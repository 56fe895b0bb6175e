import type pg from 'pg'
import { authorityNames } from '@chauffeur/contract/authorities'
import { templateA } from '../apps/server/demo/pricing/price-templates.ts'
import { hashToken, newToken } from '../apps/server/src/platform/identity/session.ts'

/** The centre of each city, WGS84, and its part of the orders and drivers. */
export const cities = [
  { cityId: '330100', name: '杭州市', pinyin: 'hangzhou', lat: 30.2741, lng: 120.1551, share: 0.36 },
  { cityId: '310000', name: '上海市', pinyin: 'shanghai', lat: 31.2304, lng: 121.4737, share: 0.3 },
  { cityId: '510100', name: '成都市', pinyin: 'chengdu', lat: 30.5728, lng: 104.0668, share: 0.19 },
  { cityId: '440300', name: '深圳市', pinyin: 'shenzhen', lat: 22.5431, lng: 114.0579, share: 0.15 },
] as const
export const home = cities[0]

export interface Tenant {
  tenantId: string
  headDeptId: string
  companyId: string
  /** Partner channels, the busiest first. */
  channels: string[]
  roleId: string
}

/** The country, once a database. */
export async function addCities(owner: pg.Client): Promise<void> {
  for (const city of cities)
    await owner.query('insert into cities (city_id, name, pinyin, lat, lng) values ($1, $2, $3, $4, $5)', [
      city.cityId,
      city.name,
      city.pinyin,
      city.lat,
      city.lng,
    ])
}

/** A tenant with a city company, four cities at the demo's prices, four channels and a role that may do everything. */
export async function addTenant(owner: pg.Client, name: string): Promise<Tenant> {
  const one = async (text: string, values: unknown[]) => {
    const { rows } = await owner.query<{ id: string }>(`${text} as id`, values)
    return rows[0]!.id
  }
  const tenantId = await one('insert into tenants (name, brand_name) values ($1, $1) returning tenant_id', [name])
  const dept = 'insert into departments (tenant_id, name, dept_type, parent_id) values ($1, $2, $3, $4) returning dept_id'
  const headDeptId = await one(dept, [tenantId, '总部', 1, null])
  const companyId = await one(dept, [tenantId, '城市公司', 2, headDeptId])
  const channels: string[] = []
  for (const code of ['bank', 'hotel', 'insurer', 'club'])
    channels.push(await one('insert into channels (tenant_id, name, code) values ($1, $2, $2) returning channel_id', [tenantId, code]))
  await owner.query('insert into tenant_cities (tenant_id, city_id, org_id) select $1, city_id, $2 from cities', [tenantId, companyId])
  await owner.query(
    `insert into price_templates (tenant_id, code, name, owner_type, city_ids, rank, rules, effective_from)
     select $1, 'T' || city_id, '城市模板', 'CITY', array[city_id], 10, $2, now() - interval '1 day' from cities`,
    [tenantId, JSON.stringify(templateA)],
  )
  const roleId = await one('insert into roles (tenant_id, name) values ($1, $2) returning role_id', [tenantId, '全部'])
  await owner.query('insert into role_functions (tenant_id, role_id, function_code) select $1, $2, unnest($3::text[])', [
    tenantId,
    roleId,
    Object.keys(authorityNames),
  ])
  return { tenantId, headDeptId, companyId, channels, roleId }
}

let people = 0
/** A signed-in operator of the tenant who sees all of it, or the one city or channel given; gives the token. */
export async function addOperator(owner: pg.Client, tenant: Tenant, sees: { cityId?: string; channelId?: string } = {}): Promise<string> {
  const partner = sees.channelId !== undefined
  const { rows: depts } = partner
    ? await owner.query<{ dept_id: string }>(
        `insert into departments (tenant_id, name, dept_type, parent_id) values ($1, $2, 3, $3) returning dept_id`,
        [tenant.tenantId, `合作方 ${people + 1}`, tenant.headDeptId],
      )
    : { rows: [{ dept_id: tenant.headDeptId }] }
  const { rows } = await owner.query<{ user_id: string }>(
    `insert into users (tenant_id, username, real_name, dept_id, all_cities, city_ids, channel_id, password_hash)
     values ($1, $2, $2, $3, $4, $5, $6, 'none') returning user_id`,
    [tenant.tenantId, `bench${++people}`, depts[0]!.dept_id, !sees.cityId, sees.cityId ? [sees.cityId] : [], sees.channelId ?? null],
  )
  const userId = rows[0]!.user_id
  await owner.query('insert into user_roles (tenant_id, user_id, role_id) values ($1, $2, $3)', [tenant.tenantId, userId, tenant.roleId])
  const token = newToken()
  await owner.query(`insert into sessions (token_hash, tenant_id, kind, user_id) values ($1, $2, 'OPERATOR', $3)`, [
    hashToken(token),
    tenant.tenantId,
    userId,
  ])
  return token
}

/** Drivers of one city who are on duty and free; gives their ids. */
export async function addDrivers(owner: pg.Client, tenant: Tenant, cityId: string, count: number): Promise<string[]> {
  const { rows } = await owner.query<{ driver_id: string }>(
    `insert into drivers (tenant_id, driver_no, name, phone, city_id, org_id, work_status, online_since)
     select $1::bigint, 'S' || $2::bigint || '-' || n, '司机' || n, (13000000000 + ($2::bigint / 100 % 1000) * 1000000 + n)::text, $2::bigint, $3::bigint, 'ONLINE_IDLE', now()
     from generate_series(1, $4::int) n returning driver_id`,
    [tenant.tenantId, cityId, tenant.companyId, count],
  )
  return rows.map((row) => row.driver_id)
}

/** A session for each driver; gives the tokens in the order of the ids. */
export async function addDriverSessions(owner: pg.Client, tenantId: string, driverIds: readonly string[]): Promise<string[]> {
  const tokens = driverIds.map(() => newToken())
  await owner.query(
    `insert into sessions (token_hash, tenant_id, kind, driver_id) select hash, $1, 'DRIVER', id from unnest($2::bytea[], $3::bigint[]) as made (hash, id)`,
    [tenantId, tokens.map(hashToken), driverIds],
  )
  return tokens
}
