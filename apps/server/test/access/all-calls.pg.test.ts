import { areas } from '@chauffeur/contract/all'
import type { Call } from '@chauffeur/contract/kernel/call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionOfCustomer, signInByCode } from '../drivers.ts'
import { fieldsOf, fittingFor, requiredOf } from '../samples.ts'
import { type RowIds, rowsOfEveryKind } from '../rows/rows-of-every-kind.ts'
import type { PartnerKey } from '../harness/partner.ts'
import { addDriver, addOrder, FOREIGN, makeWorld, SHANGHAI, type World } from '../world.ts'

// What is true of every call is tested here once, in a loop over the contract.
const calls = Object.entries(areas).flatMap(([area, of]) =>
  Object.entries(of as Record<string, Call>).map(([name, call]) => ({ name: `${area}.${name}`, call })),
)
let world: World
/** Rows of a city that the one who sees nothing does not see. */
let foreign: RowIds
let driverToken = ''
let customerToken = ''
let partnerKey: PartnerKey

beforeAll(async () => {
  world = await makeWorld({ brokenLedger: true })
  foreign = await rowsOfEveryKind(world, {
    tenantId: world.tenantA,
    cityId: SHANGHAI,
    orgId: world.shanghaiOrg,
    channelId: null,
    mark: FOREIGN,
    tenantMark: '本企业',
  })
  await rowsOfEveryKind(world, { tenantId: world.tenantB, cityId: SHANGHAI, orgId: null, channelId: null, mark: FOREIGN })
  await addOrder(world, { orgId: world.hangzhouOrg, channelId: world.channel })
  const phone = '13711112222'
  await addDriver(world, { phone })
  driverToken = await signInByCode(world, phone)
  // Who has not agreed is asked for that before anything else.
  await world.owner.query(
    `insert into agreement_consents (tenant_id, kind, number, customer_id, given, channel)
     select $1, 'CUSTOMER', max(number), $2, true, 'CUSTOMER_APP' from agreement_versions where tenant_id = $1 and kind = 'CUSTOMER'`,
    [world.tenantA, foreign.customerId],
  )
  customerToken = await sessionOfCustomer(world, foreign.customerId, world.tenantA)
  partnerKey = await world.keyOf(world.channel)
})
afterAll(() => world.close())

test('there are calls to look at', () => expect(calls.length).toBeGreaterThan(30))

describe.each(calls.filter(({ call }) => call.access !== 'public'))('$name', ({ call }) => {
  test('asks for a sign-in', async () => {
    expect((await world.send(call, fittingFor(call), '')).code).toBe(401)
    expect((await world.send(call, fittingFor(call), 'x'.repeat(43))).code).toBe(401)
  })

  test('takes no token of the other kind', async () => {
    const own = call.access === 'driver' ? driverToken : call.access === 'customer' ? customerToken : call.access === 'partner' ? '' : 'all'
    for (const token of ['all', driverToken, customerToken].filter((one) => one !== own))
      expect((await world.send(call, fittingFor(call), token)).code).toBe(401)
    if (call.access !== 'partner') expect((await world.send(call, fittingFor(call), partnerKey)).code).toBe(401)
  })

  if (typeof call.access === 'object') {
    test('is refused without its authority, and the session stays', async () => {
      const answer = await world.send(call, fittingFor(call), 'weak')
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
        call.access === 'driver'
          ? driverToken
          : call.access === 'customer'
            ? customerToken
            : call.access === 'partner'
              ? partnerKey
              : call.crossTenant
                ? 'platform'
                : 'all',
      )
      expect(answer.code).toBe(400)
      expect((answer.data as { fields: { path: string; message: string }[] }).fields.length).toBeGreaterThan(0)
    })
  }
})

const authorityOf = (call: Call) => (typeof call.access === 'object' ? call.access.authority : '')
const shared = calls.filter(({ call }) => call.everyChannel)
/** What a partner's people save here is of their own channel. */
const ofOwnChannel = /^dispatch-settings\./

test('whatever is written with the authority of a rule of every channel is said to be one', () => {
  const authorities = new Set(shared.map(({ call }) => authorityOf(call)))
  const unsaid = calls.filter(({ call }) => call.effect === 'write' && !call.everyChannel && authorities.has(authorityOf(call) as never))
  expect(unsaid.map(({ name }) => name).filter((name) => !ofOwnChannel.test(name))).toEqual([])
  expect(shared.length).toBeGreaterThan(10)
})

test.each(shared)('$name is refused to a partner’s people, whatever their role gives them', async ({ call }) => {
  expect((await world.send(call, fittingFor(call), 'partner')).code).toBe(403)
})

describe.each(calls.filter(({ call }) => call.effect === 'read' && typeof call.access === 'object'))('$name', ({ call }) => {
  test('shows nothing to someone without a city, an organisation or a channel of their own', async () => {
    const answer = await world.send(
      call,
      { ...fittingFor(call), ...(fieldsOf(call).some(([name]) => name === 'orderId') && { orderId: foreign.orderId }) },
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
