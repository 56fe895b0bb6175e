import { authorityNames, platformOnly } from '@chauffeur/contract/authorities'
import { driverCalls } from '@chauffeur/contract/driver/list'
import { orderCalls } from '@chauffeur/contract/order/list'
import { peopleCalls } from '@chauffeur/contract/access/user'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inScope } from '#platform/database/scope'
import { hashToken, newToken, sessionsOf } from '#platform/identity/session'
import { addDriver, addOrder, HANGZHOU, makeWorld, SHANGHAI, type World } from '../world.ts'

// Random people with random roles look at random rows. What lists, counts, by-id reads and streams give them has to be what a
// few lines of plain code say, which know nothing of row security, sessions or SQL.

interface Row {
  id: string
  tenantId: string
  cityId: string
  orgId: string | null
  channelId: string | null
}
interface Colleague {
  id: string
  tenantId: string
  deptId: string
  allCities: boolean
  cityIds: string[]
  channelId: string | null
}
interface Person extends Colleague {
  deptType: 1 | 2 | 3
  roles: string[][]
}

let world: World
let depts: { deptId: string; parentId: string | null; deptType: 1 | 2 | 3 }[]
const orders: Row[] = []
const drivers: Row[] = []
const colleagues: Colleague[] = []
beforeAll(async () => {
  world = await makeWorld()
  const { rows } = await world.owner.query<{ dept_id: string; parent_id: string | null; dept_type: 1 | 2 | 3 }>(
    'select dept_id, parent_id, dept_type from departments where tenant_id = $1 order by dept_id',
    [world.tenantA],
  )
  depts = rows.map((row) => ({ deptId: row.dept_id, parentId: row.parent_id, deptType: row.dept_type }))
  const users = await world.owner.query<{
    user_id: string
    tenant_id: string
    dept_id: string
    all_cities: boolean
    city_ids: string[]
    channel_id: string | null
  }>('select user_id, tenant_id, dept_id, all_cities, city_ids, channel_id from users')
  colleagues.push(
    ...users.rows.map((row) => ({
      id: row.user_id,
      tenantId: row.tenant_id,
      deptId: row.dept_id,
      allCities: row.all_cities,
      cityIds: row.city_ids,
      channelId: row.channel_id,
    })),
  )
})
afterAll(() => world.close())

// The oracle.
const below = (deptId: string): string[] => [
  deptId,
  ...depts.filter((dept) => dept.parentId === deptId).flatMap((dept) => below(dept.deptId)),
]
const may = (person: Person, code: string) => !platformOnly.has(code) && person.roles.some((role) => role.includes(code))
const seesCity = (person: Person, cityId: string) => person.allCities || person.cityIds.includes(cityId)
const seesOrg = (person: Person, orgId: string | null) => person.deptType !== 2 || (orgId !== null && below(person.deptId).includes(orgId))
const seesChannel = (person: Person, channelId: string | null) =>
  person.deptType !== 3 || (person.channelId !== null && channelId === person.channelId)
const seesOrder = (person: Person, row: Row) =>
  row.tenantId === person.tenantId && seesCity(person, row.cityId) && seesOrg(person, row.orgId) && seesChannel(person, row.channelId)
const seesDriver = (person: Person, row: Row) =>
  row.tenantId === person.tenantId && person.deptType !== 3 && seesCity(person, row.cityId) && seesOrg(person, row.orgId)
const seesColleague = (person: Person, other: Colleague) =>
  other.tenantId === person.tenantId &&
  (other.id === person.id ||
    ((person.allCities || (person.cityIds.length > 0 && !other.allCities && other.cityIds.every((id) => person.cityIds.includes(id)))) &&
      seesOrg(person, other.deptId) &&
      seesChannel(person, other.channelId) &&
      // Partners see nobody outside their own department, whatever channel is noted there.
      (person.deptType !== 3 || other.deptId === person.deptId)))
const seesNothing = (person: Person) =>
  (!person.allCities && person.cityIds.length === 0) || (person.deptType === 3 && person.channelId === null)

// What is tried.
const index = fc.nat({ max: 1_000_000 })
const cities = fc.subarray([HANGZHOU, SHANGHAI])
const aRow = fc.record({
  foreign: fc.constantFrom(false, false, false, true),
  city: fc.constantFrom(HANGZHOU, SHANGHAI),
  org: fc.option(index),
  channel: fc.option(fc.boolean()),
})
const aReach = fc.record({ dept: index, allCities: fc.boolean(), cities, channel: fc.option(fc.boolean()) })
const someRole = fc.subarray(Object.keys(authorityNames), { minLength: 0 })
const readable = ['order.view', 'driver.view', 'user.view']
const aRole = fc.oneof(someRole, fc.subarray(readable), fc.constant(readable))

const channelOf = (first: boolean | null) => (first === null ? null : first ? world.channel : world.otherChannel)
const placed = (row: { foreign: boolean; city: string; org: number | null; channel: boolean | null }) => ({
  tenantId: row.foreign ? world.tenantB : world.tenantA,
  cityId: row.foreign ? HANGZHOU : row.city,
  orgId: row.foreign || row.org === null ? null : depts[row.org % depts.length]!.deptId,
  channelId: row.foreign ? null : channelOf(row.channel),
})

let named = 0
async function hire(
  reach: { dept: number; allCities: boolean; cities: string[]; channel: boolean | null },
  roles: string[][],
): Promise<Person & { token: string }> {
  const dept = depts[reach.dept % depts.length]!
  const cityIds = reach.allCities ? [] : reach.cities
  const channelId = channelOf(reach.channel)
  const { rows } = await world.owner.query<{ user_id: string }>(
    `insert into users (tenant_id, username, real_name, dept_id, all_cities, city_ids, channel_id, password_hash) values ($1, $2, $2, $3, $4, $5, $6, 'none') returning user_id`,
    [world.tenantA, `random${++named}`, dept.deptId, reach.allCities, cityIds, channelId],
  )
  const id = rows[0]!.user_id
  for (const codes of roles) {
    const role = await world.owner.query<{ role_id: string }>('insert into roles (tenant_id, name) values ($1, $2) returning role_id', [
      world.tenantA,
      `随机${++named}`,
    ])
    const roleId = role.rows[0]!.role_id
    await world.owner.query('insert into role_functions (tenant_id, role_id, function_code) select $1, $2, unnest($3::text[])', [
      world.tenantA,
      roleId,
      codes,
    ])
    await world.owner.query('insert into user_roles (tenant_id, user_id, role_id) values ($1, $2, $3)', [world.tenantA, id, roleId])
  }
  const token = newToken()
  await world.owner.query(`insert into sessions (token_hash, tenant_id, kind, user_id) values ($1, $2, 'OPERATOR', $3)`, [
    hashToken(token),
    world.tenantA,
    id,
  ])
  const person = {
    id,
    tenantId: world.tenantA,
    deptId: dept.deptId,
    deptType: dept.deptType,
    allCities: reach.allCities,
    cityIds,
    channelId,
    roles,
    token,
  }
  colleagues.push(person)
  return person
}

type Call = { method: string; path: string }
async function listed(call: Call, key: string, person: { token: string }) {
  const ids: string[] = []
  for (let pageNo = 1; ; pageNo++) {
    const answer = await world.send(call, { pageNo, pageSize: 50 }, person.token)
    if (answer.code !== 0) return { code: answer.code, ids, total: 0 }
    const { rows, total } = answer.data as { rows: Record<string, string>[]; total: number }
    ids.push(...rows.map((row) => row[key]!))
    if (rows.length < 50) return { code: 0, ids: ids.sort(), total }
  }
}
const idsOf = (rows: { id: string }[]) => rows.map((row) => row.id).sort()

test('lists, counts, by-id reads and streams show exactly what role and scope allow', { timeout: 60_000 }, async () => {
  const sessions = sessionsOf(world.app.platform.db, { idleS: 3600, driverS: 3600 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(aRow, { minLength: 2, maxLength: 5 }),
      fc.array(aRow, { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(aReach, fc.array(aRole, { maxLength: 2 })), { minLength: 1, maxLength: 3 }),
      async (newOrders, newDrivers, newPeople) => {
        for (const row of newOrders.map(placed)) orders.push({ ...row, id: (await addOrder(world, row)).orderId })
        for (const row of newDrivers.map(placed)) {
          drivers.push({ ...row, id: await addDriver(world, { tenantId: row.tenantId, cityId: row.cityId, orgId: row.orgId }) })
        }
        const people = []
        for (const [reach, roles] of newPeople) people.push(await hire(reach, roles))
        for (const person of people) {
          const wantedOrders = idsOf(orders.filter((row) => seesOrder(person, row)))
          const shownOrders = await listed(orderCalls.list, 'orderId', person)
          if (may(person, 'order.view')) expect(shownOrders).toEqual({ code: 0, ids: wantedOrders, total: wantedOrders.length })
          else expect(shownOrders).toEqual({ code: 403, ids: [], total: 0 })
          for (const row of orders.slice(-8)) {
            const { code } = await world.send(orderCalls.info, { orderId: row.id }, person.token)
            expect(code, `order ${row.id}`).toBe(may(person, 'order.view') ? (seesOrder(person, row) ? 0 : 404) : 403)
          }

          const wantedDrivers = idsOf(drivers.filter((row) => seesDriver(person, row)))
          const shownDrivers = await listed(driverCalls.list, 'driverId', person)
          if (may(person, 'driver.view')) expect(shownDrivers).toEqual({ code: 0, ids: wantedDrivers, total: wantedDrivers.length })
          else expect(shownDrivers.code).toBe(403)

          const wantedPeople = seesNothing(person) ? [] : idsOf(colleagues.filter((other) => seesColleague(person, other)))
          const shownPeople = await listed(peopleCalls.userList, 'userId', person)
          if (may(person, 'user.view')) expect(shownPeople).toEqual({ code: 0, ids: wantedPeople, total: wantedPeople.length })
          else expect(shownPeople.code).toBe(403)
          for (const other of colleagues.slice(-6)) {
            const { code } = await world.send(peopleCalls.userInfo, { userId: other.id }, person.token)
            expect(code, `user ${other.id}`).toBe(may(person, 'user.view') ? (seesColleague(person, other) ? 0 : 404) : 403)
          }

          const session = await sessions.find(person.token, true)
          if (session?.kind !== 'OPERATOR') throw new Error('the session is open')
          expect([...session.authorities].sort()).toEqual(
            Object.keys(authorityNames)
              .filter((code) => may(person, code))
              .sort(),
          )
          for (const row of orders) expect(inScope(session.scope, row), `event of order ${row.id}`).toBe(seesOrder(person, row))
        }
      },
    ),
    { numRuns: 20, endOnFailure: true },
  )
  expect(orders.length).toBeGreaterThan(39)
})
