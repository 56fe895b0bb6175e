import { areas } from '@chauffeur/contract/all'
import type { Call } from '@chauffeur/contract/kernel/call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { templateA } from '#demo/price-templates'
import { signInByCode } from './drivers.ts'
import { addDriver, addOrder, FOREIGN, HANGZHOU, makeWorld, SHANGHAI, type World } from './world.ts'

// What is true of every call is tested here once, in a loop over the contract.
const calls = Object.entries(areas).flatMap(([area, of]) =>
  Object.entries(of as Record<string, Call>).map(([name, call]) => ({ name: `${area}.${name}`, call })),
)
const fieldsOf = (call: Call) => Object.entries((call.input as unknown as { shape?: Record<string, z.ZodType> }).shape ?? {})
const requiredOf = (call: Call) =>
  fieldsOf(call)
    .filter(([, field]) => !field.safeParse(undefined).success)
    .map(([name]) => name)

let world: World
/** Rows beyond the reach of the Hangzhou operator: another tenant's and another city's. */
let foreign: Record<'tenant' | 'city' | 'channel', Record<string, string>>
let driverToken = ''

/** A fitting value for a field by its name; the contract spells a thing the same everywhere. */
const samples: Record<string, unknown> = {
  username: 'x',
  password: 'x',
  key: 'order.list',
  keyword: 'x',
  lat: 30.27,
  lng: 120.15,
  cityId: HANGZHOU,
  pickupLat: 30.27,
  pickupLng: 120.15,
  pickupAddress: '西湖',
  phone: '13800009999',
  tenantId: '1',
  code: '000000',
  positions: [{ lat: 30.27, lng: 120.15 }],
  reason: '试',
  orderId: '999999999',
  way: 'WECHAT',
  amountFen: 3_500,
  reference: 'P1',
  sessionId: '999999999',
  settingId: '999999999',
  by: 'CUSTOMER',
  verdict: 'NO_FAULT',
  address: '西湖',
  billing: 'NOTHING',
  bookingId: '999999999',
  couponId: '999999999',
  channelId: '999999999',
  enterpriseId: '999999999',
  payMode: 'POSTPAID',
  state: 'ACTIVE',
  feeFen: 0,
  version: 1,
  id: '999999999',
  quoteId: '999999999',
  userId: '999999999',
  roleId: '999999999',
  otherRoleId: '999999999',
  menuId: '999999999',
  deptId: '999999999',
  parentId: '999999999',
  systemId: '999999999',
  platformId: 3,
  deptType: 2,
  position: 0,
  name: '试',
  realName: '试',
  status: 'DISABLED',
  templateId: '999999999',
  fenceId: '999999999',
  otherVersion: 1,
  cityIds: [HANGZHOU],
  ownerType: 'CITY',
  rules: templateA,
  departAt: '2026-03-14T12:00:00Z',
  distanceM: 5000,
  side: 'PICKUP',
  polygon: { type: 'Polygon', coordinates: [] },
  enabled: true,
  from: '08:00:00',
  to: '09:00:00',
  driverId: '999999999',
  text: '试',
  disable: true,
  licenceClass: 'C1',
  licenceFirstIssue: '2012-05-01',
  licenceExpire: '2035-05-01',
  serviceTypes: ['TRIP'],
  listenRadiusM: 5000,
  verified: true,
  type: 'NOTE',
  ruleId: '999999999',
  rateBp: 12_000,
  flatFen: 500,
  clientRef: 'x'.repeat(12),
  direction: 'IN',
  lineNo: 0,
  startedAgoS: 0,
  of: 'ORDER_CONTACT',
  callId: '999999999',
  wrapUp: 'OTHER',
  recordId: '999999999',
  activeFrom: '2026-03-14T12:00:00Z',
  activeTo: '2026-03-14T13:00:00Z',
  contactPhone: '13900001111',
  remark: '试',
  note: '试',
  totalFen: 0,
  approve: true,
  partnerBookingId: 'P1',
  reviewId: '999999999',
  jobId: '999999999',
  applicant: 'CUSTOMER',
  customerId: '999999999',
  channelIds: [],
  members: [{ driverNo: 'S1' }],
  teamId: '999999999',
  driverNo: 'S1',
  seenAt: 1,
  place: 1,
  exclusiveS: 30,
  fallback: 'OPEN',
}
const fitting = (call: Call) => Object.fromEntries(requiredOf(call).map((name) => [name, samples[name]]))

beforeAll(async () => {
  world = await makeWorld()
  const rows = async (of: Parameters<typeof addOrder>[1]) => {
    const driverId = await addDriver(world, {
      ...(of?.tenantId && { tenantId: of.tenantId, orgId: null }),
      ...(of?.cityId && { cityId: of.cityId, orgId: world.shanghaiOrg }),
      name: `${FOREIGN}司机`,
    })
    const order = await addOrder(world, { ...of, name: `${FOREIGN}客户`, driverId })
    return { ...order, driverId, id: order.orderId }
  }
  foreign = {
    tenant: {
      ...(await rows({ tenantId: world.tenantB })),
      ...(await people(world.tenantB)),
      sessionId: await sessionOf('other'),
      channelId: await one(`insert into channels (tenant_id, name, code) values ($1, $2, 'theirs') returning channel_id`, [
        world.tenantB,
        `${FOREIGN}渠道`,
      ]),
    },
    city: {
      ...(await rows({ cityId: SHANGHAI, orgId: world.shanghaiOrg })),
      userId: await foreigner(world.tenantA, world.shanghaiOrg, { city: SHANGHAI }),
      cityId: SHANGHAI,
      sessionId: await sessionOf('all'),
    },
    channel: {
      ...(await rows({ channelId: world.otherChannel })),
      userId: await foreigner(world.tenantA, world.shanghaiOrg, { channel: world.otherChannel }),
      deptId: world.shanghaiOrg,
      channelId: world.otherChannel,
    },
  }
  await addOrder(world, { orgId: world.hangzhouOrg, channelId: world.channel })
  const phone = '13711112222'
  await addDriver(world, { phone })
  driverToken = await signInByCode(world, phone)
})
afterAll(() => world.close())

const one = async (text: string, values: unknown[]) =>
  String(Object.values((await world.owner.query<Record<string, string>>(text, values)).rows[0]!)[0])
let foreigners = 0
const foreigner = (tenantId: string, deptId: string, of: { city?: string; channel?: string } = {}) =>
  one(
    `insert into users (tenant_id, username, real_name, dept_id, all_cities, city_ids, channel_id, password_hash) values ($1, $2, $3, $4, $5, $6, $7, 'none') returning user_id`,
    [tenantId, `foreign${++foreigners}`, `${FOREIGN}用户`, deptId, !of.city, of.city ? [of.city] : [], of.channel ?? null],
  )
/** Somebody of the tenant with a department, a role and a menu entry, each named so that it shows. */
async function people(tenantId: string) {
  const deptId = await one('insert into departments (tenant_id, name, dept_type) values ($1, $2, 1) returning dept_id', [
    tenantId,
    `${FOREIGN}部门`,
  ])
  const roleId = await one('insert into roles (tenant_id, name) values ($1, $2) returning role_id', [tenantId, `${FOREIGN}角色`])
  const menuId = await one('insert into menus (tenant_id, name) values ($1, $2) returning menu_id', [tenantId, `${FOREIGN}菜单`])
  return { userId: await foreigner(tenantId, deptId), deptId, parentId: deptId, roleId, otherRoleId: roleId, menuId }
}

const sessionOf = async (person: 'other' | 'all') =>
  (await world.owner.query<{ session_id: string }>('select session_id from sessions where user_id = $1', [world.people[person].userId]))
    .rows[0]!.session_id

/** Everything beyond the Hangzhou operator's reach, as one checksum. */
const foreignRows = async () => {
  const sum = (table: string, where: string) =>
    `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${table} t where ${where}`
  const outside = `tenant_id = ${world.tenantB} or city_id = ${SHANGHAI}`
  const parts = [
    sum('orders', outside),
    sum('bookings', outside),
    sum('drivers', outside),
    sum('customers', outside),
    sum('sessions', `ended_at is not null`),
    sum('users', `tenant_id = ${world.tenantB} or real_name like '${FOREIGN}%'`),
    sum('departments', `tenant_id = ${world.tenantB}`),
    sum('roles', `tenant_id = ${world.tenantB}`),
    sum('menus', `tenant_id = ${world.tenantB}`),
    sum('role_functions', `tenant_id = ${world.tenantB}`),
    sum('password_links', 'true'),
    sum('order_events', `tenant_id = ${world.tenantB}`),
  ]
  return Promise.all(parts.map(async (text) => (await world.owner.query<{ sum: string }>(text)).rows[0]!.sum))
}

test('there are calls to look at', () => expect(calls.length).toBeGreaterThan(30))

describe.each(calls.filter(({ call }) => call.access !== 'public'))('$name', ({ call }) => {
  test('asks for a sign-in', async () => {
    expect((await world.send(call, fitting(call), '')).code).toBe(401)
    expect((await world.send(call, fitting(call), 'x'.repeat(43))).code).toBe(401)
  })

  test('takes no token of the other kind', async () => {
    const token = call.access === 'driver' ? 'all' : driverToken
    expect((await world.send(call, fitting(call), token)).code).toBe(401)
  })

  if (typeof call.access === 'object') {
    test('is refused without its authority, and the session stays', async () => {
      const answer = await world.send(call, fitting(call), 'weak')
      expect(answer.code).toBe(403)
      expect(answer.message).toBe('权限不足,无法访问此页面,请联系管理员')
    })
  }

  const required = requiredOf(call)
  if (required.length) {
    test('names the field of a bad input', async () => {
      const nonsense = Object.fromEntries(required.map((name) => [name, { not: '这'.repeat(300) }]))
      const answer = await world.send(
        call,
        call.path.includes('{id}') ? { ...nonsense, id: 'x' } : nonsense,
        call.access === 'driver' ? driverToken : call.crossTenant ? 'platform' : 'all',
      )
      expect(answer.code).toBe(400)
      expect((answer.data as { fields: { path: string; message: string }[] }).fields.length).toBeGreaterThan(0)
    })
  }

  const ids = fieldsOf(call)
    .map(([name]) => name)
    .filter((name) => /Id$|^id$/.test(name))
  if (ids.length) {
    test.each(['tenant', 'city', 'channel'] as const)('gives nothing of, and does nothing to, another %s by its id', async (whose) => {
      const person = call.access === 'driver' ? driverToken : whose === 'channel' ? 'partner' : 'hangzhou'
      const before = await foreignRows()
      for (const name of ids) {
        const value = foreign[whose][name]
        if (value === undefined) continue
        const answer = await world.send(call, { ...fitting(call), [name]: value }, person)
        expect(answer.code, JSON.stringify(answer)).not.toBe(500)
        expect(JSON.stringify(answer)).not.toContain(FOREIGN)
        if (requiredOf(call).includes(name) && call.effect === 'write') expect(answer.code, `${name} of another ${whose}`).not.toBe(0)
      }
      expect(await foreignRows()).toEqual(before)
    })
  }
})

describe.each(calls.filter(({ call }) => call.effect === 'read' && typeof call.access === 'object'))('$name', ({ call }) => {
  test('shows nothing to someone without a city, an organisation or a channel of their own', async () => {
    const answer = await world.send(
      call,
      { ...fitting(call), ...(fieldsOf(call).some(([name]) => name === 'orderId') && { orderId: foreign.city.orderId }) },
      'nowhere',
    )
    expect(JSON.stringify(answer)).not.toContain(FOREIGN)
    const rows = (answer.data as { rows?: unknown[] } | null)?.rows
    if (rows && call.path !== '/lbsweb/lbs/v1/city/searchname') expect(rows).toEqual([])
  })
})

test('every table that belongs to a tenant has row security, forced', async () => {
  const { rows } = await world.owner.query<{ relname: string }>(
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname = 'public' and not c.relispartition and not (c.relrowsecurity and c.relforcerowsecurity)`,
  )
  expect(rows).toEqual([])
  const { rows: seen } = await world.owner.query<{ n: string }>(`select count(*) as n from pg_policies where policyname = 'scope'`)
  expect(Number(seen[0]!.n)).toBeGreaterThan(20)
})

test('the roles that serve requests own nothing, may not bypass row security and may not rewrite history', async () => {
  const { rows } = await world.owner.query(
    `select rolname from pg_roles where rolname ~ '^app_(runtime|platform)' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`,
  )
  expect(rows).toEqual([])
  const { rows: owned } = await world.owner.query(
    `select c.relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname ~ '^app_'`,
  )
  expect(owned).toEqual([])
  const { rows: rewritable } = await world.owner.query(
    `select table_name, privilege_type from information_schema.role_table_grants where grantee in ('app_runtime', 'app_platform') and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE') and table_name like 'operation_logs%'
     union all select table_name, privilege_type from information_schema.role_table_grants where grantee = 'app_runtime' and privilege_type in ('UPDATE', 'DELETE') and table_name in ('order_events', 'price_templates')`,
  )
  expect(rewritable).toEqual([])
})
