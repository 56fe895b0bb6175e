import { areas } from '@chauffeur/contract/all'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { queueCalls } from '@chauffeur/contract/call-centre/booking-queue'
import { dispatchBlocksCalls } from '@chauffeur/contract/dispatch/block'
import { driverCalls } from '@chauffeur/contract/driver/list'
import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import type { Call } from '@chauffeur/contract/kernel/call'
import { orderCalls } from '@chauffeur/contract/order/list'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { orderProgressCalls } from '@chauffeur/contract/order/progress'
import { orderBulkCalls } from '@chauffeur/contract/order/bulk'
import { peopleCalls } from '@chauffeur/contract/access/user'
import { phoneCalls } from '@chauffeur/contract/call-centre/phone'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { addDriver, addOrder, HANGZHOU, makeWorld, type World } from '../world.ts'

// What everybody without phone.reveal learns of telephones: the four last digits of a mobile, and not one more, by whatever call.

const CUSTOMER = '13977241635'
const DRIVER = '13766182947'
const STAFF = '13855093718'
const CONTACT = '15900417263'
const COLLEAGUE = '18244906358'
const NOTED = '15033916274'
const SECRETS = { CUSTOMER, DRIVER, STAFF, CONTACT, COLLEAGUE, NOTED }

const PEOPLE = ['all', 'hangzhou', 'company', 'partner'] as const
type Person = (typeof PEOPLE)[number]
const calls = Object.entries(areas).flatMap(([area, of]) =>
  Object.entries(of as Record<string, Call>).map(([name, call]) => ({ name: `${area}.${name}`, call })),
)
const fieldsOf = (call: Call) => Object.entries((call.input as unknown as { shape?: Record<string, z.ZodType> }).shape ?? {})
const searches = calls.filter(
  ({ call }) => call.effect === 'read' && call.access !== 'driver' && fieldsOf(call).some(([name]) => name === 'keyword'),
)
const reads = calls.filter(({ call }) => call.effect === 'read' && typeof call.access === 'object' && !call.crossTenant)

let world: World
/** Ids of what stands in the world, by the names of the fields that ask for them. */
let known: Record<string, unknown>

beforeAll(async () => {
  world = await makeWorld()
  const ok = async (call: Parameters<World['send']>[0], input: Record<string, unknown>, as: Person = 'all') => {
    const answer = await world.send(call, input, as)
    expect(answer.code, `${call.path}: ${JSON.stringify(answer)}`).toBe(0)
    return answer.data as Record<string, string>
  }
  const driverId = await addDriver(world, { phone: DRIVER, orgId: world.hangzhouOrg, status: 'ONLINE_IDLE' })
  const of = { phone: CUSTOMER, channelId: world.channel, orgId: world.hangzhouOrg, driverId }
  const done = await addOrder(world, { ...of, name: `老李${NOTED}` })
  await addOrder(world, { ...of, status: 302, name: `老李${NOTED}` })
  const waiting = await addOrder(world, { ...of, status: 180, driverId: null, name: `老李${NOTED}` })
  await world.owner.query(
    `update orders set pickup_address = '文三路1号，到了请拨 ' || $1, remark = '到了联系+86 ' || $1, cancel_reason = '打 ' || $1 where customer_id = $2`,
    [NOTED, done.customerId],
  )
  await world.owner.query(`update bookings set queue_status = 'WAITING' where booking_id = $1`, [waiting.bookingId])
  await world.owner.query('update users set phone = $1 where username = $2', [COLLEAGUE, 'company'])
  await ok(orderEditCalls.remark, { orderId: done.orderId, remark: `客户另一个号码${NOTED}` })
  const { enterpriseId } = await ok(enterpriseCalls.saveEnterprise, {
    name: '某某公司',
    payMode: 'POSTPAID',
    state: 'ACTIVE',
    contactName: '张三',
    contactPhone: CONTACT,
    remark: `财务电话 ${NOTED}`,
  })
  await ok(enterpriseCalls.saveEmployee, { enterpriseId, phone: STAFF, name: '王工', dept: '市场部' })
  await ok(dispatchBlocksCalls.add, { orderId: done.orderId, driverId, reason: `投诉，回访 ${NOTED}` })
  const { callId } = await ok(
    phoneCalls.report,
    { clientRef: 'x'.repeat(12), direction: 'IN', lineNo: 0, number: CUSTOMER, startedAgoS: 40, answeredAgoS: 30, endedAgoS: 1 },
    'hangzhou',
  )
  await ok(phoneCalls.wrapUp, { callId, wrapUp: 'OTHER', note: `改打${NOTED}` }, 'hangzhou')
  known = { ...done, driverId, enterpriseId, callId, cityId: HANGZHOU, deptId: world.hangzhouOrg, userId: world.people.company.userId }
})
afterAll(() => world.close())

/** Everybody keeps all they may do, but the sight of whole telephones. */
async function hide(hidden: boolean) {
  if (hidden) await world.owner.query(`delete from role_functions where function_code = 'phone.reveal'`)
  else
    await world.owner.query(
      `insert into role_functions (tenant_id, role_id, function_code) select tenant_id, role_id, 'phone.reveal' from roles on conflict do nothing`,
    )
  world.app.platform.forgetSession()
}

/** What answers with a keyword, without what differs from one moment to the next. */
const told = (answer: unknown) => JSON.stringify(answer).replaceAll(/"(at|ageS|dueAt|untilS)":("[^"]*"|\d+)/g, '')
const ask = async (call: Call, keyword: string, as: Person) => {
  const required = fieldsOf(call).filter(([name, field]) => name in known && !field.safeParse(undefined).success)
  return told(await world.send(call, { ...Object.fromEntries(required.map(([name]) => [name, known[name]])), keyword }, as))
}
const other = (digits: string) => `${(Number(digits[0]) + 1) % 10}${digits.slice(1)}`

describe('somebody who sees telephones masked', () => {
  beforeAll(() => hide(true))

  test.each(searches)('$name is asked for one digit more than is shown and answers as it does for a wrong one', async ({ call }) => {
    for (const person of PEOPLE)
      for (const [whose, phone] of Object.entries(SECRETS))
        for (const digits of [5, 6, 8, 10, 11].map((length) => phone.slice(-length)))
          expect({ person, whose, digits, told: await ask(call, digits, person) }).toEqual({
            person,
            whose,
            digits,
            told: await ask(call, other(digits), person),
          })
    for (const near of [`拨 ${NOTED.slice(0, 5)}`, `码${NOTED.slice(0, 6)}`, `李${NOTED.slice(0, 8)}`])
      expect(await ask(call, near, 'all')).toEqual(await ask(call, `${near.slice(0, -1)}${(Number(near.at(-1)) + 1) % 10}`, 'all'))
  })

  test('orders for a bulk job are not chosen by digits that are hidden either', async () => {
    const prepared = async (keyword: string) =>
      (await world.send(orderBulkCalls.prepare, { action: 'REMARK', text: '试', filter: { keyword } })).error
    expect(await prepared(CUSTOMER.slice(-4))).toBeUndefined()
    for (const digits of [5, 11].map((length) => CUSTOMER.slice(-length))) expect(await prepared(digits)).toBe('orderBulk.nothing')
  })

  test('the four digits that are shown find an order, and a driver’s likewise', async () => {
    const rows = async (keyword: string, as: Person) =>
      ((await world.send(orderCalls.list, { keyword }, as)).data as { rows: { customerPhone: string }[] }).rows
    for (const person of PEOPLE) expect(await rows(CUSTOMER.slice(-4), person)).toHaveLength(3)
    expect((await rows(CUSTOMER.slice(-4), 'partner'))[0]!.customerPhone).toBe('139****1635')
    expect(await rows(DRIVER.slice(-4), 'company')).toHaveLength(2)
  })

  test.each(calls.filter(({ call }) => call.byPhone))('$name looks nobody up by a whole telephone', async ({ call }) => {
    const valid = {
      ...known,
      phone: CUSTOMER,
      customerPhones: [CUSTOMER],
      groupId: '1',
      phones: [CUSTOMER],
      ...trip,
      keyword: '文',
      name: '队',
      code: 'X',
      quoteId: '1',
      couponId: '1',
      couponTemplateId: '1',
      pricePoints: 1,
      channelId: world.channel,
      version: 1,
      fallback: 'OPEN',
      exclusiveS: 30,
      priority: 1,
      type: 'TEAM',
      channelIds: [],
      members: [{ driverNo: 'S1' }],
      personKind: 'CUSTOMER',
      kind: 'CORRECT',
      channel: 'PHONE',
      words: '改名',
      enabled: true,
    }
    const answer = await world.send(
      call,
      Object.fromEntries(Object.entries(valid).filter(([name]) => fieldsOf(call).some(([field]) => field === name))),
    )
    expect(answer, JSON.stringify(answer)).toMatchObject({ error: 'phone.hidden' })
  })

  test.each(reads)('$name shows no telephone whole, neither as such nor in what somebody wrote', async ({ call }) => {
    const input = Object.fromEntries(
      fieldsOf(call).flatMap(([name, field]) => (name in known && !field.safeParse(undefined).success ? [[name, known[name]]] : [])),
    )
    for (const person of PEOPLE) {
      const answer = JSON.stringify(await world.send(call, input, person))
      // One's own number is no secret.
      const hidden = Object.values(SECRETS).filter((phone) => !(person === 'company' && phone === COLLEAGUE))
      expect(hidden.filter((phone) => answer.includes(phone))).toEqual([])
    }
  })

  test('a remark that was shown masked and is saved as it was shown keeps its telephone', async () => {
    const { enterpriseId } = known
    const shown = (await world.send(enterpriseCalls.enterprise, { enterpriseId })).data as Record<string, unknown>
    expect(shown.remark).toBe('财务电话 150****6274')
    const { name, payMode, state, version, remark } = shown
    expect(
      (await world.send(enterpriseCalls.saveEnterprise, { enterpriseId, name, payMode, state, version, remark, creditLimitFen: 5 })).code,
    ).toBe(0)
    const { rows } = await world.owner.query('select remark, contact_phone from enterprises where enterprise_id = $1', [enterpriseId])
    expect(rows).toEqual([{ remark: `财务电话 ${NOTED}`, contact_phone: CONTACT }])
  })
})

const trip = { cityId: HANGZHOU, pickupLat: 30.25, pickupLng: 120.16, pickupAddress: '武林门', lat: 30.25, lng: 120.16 }

/** The test above would pass of a list that finds nobody by a telephone at all. */
describe('somebody who sees telephones whole', () => {
  beforeAll(() => hide(false))
  test.each([
    ['orders', orderCalls.list, CUSTOMER, {}],
    ['orders by the driver', orderCalls.list, DRIVER, {}],
    ['orders under way', orderProgressCalls.status, CUSTOMER, {}],
    ['the queue', queueCalls.orderQueue, CUSTOMER, {}],
    ['drivers', driverCalls.list, DRIVER, {}],
    ['enterprises', enterpriseCalls.enterprises, CONTACT, {}],
    ['employees', enterpriseCalls.employees, STAFF, { enterpriseId: true }],
    ['colleagues', peopleCalls.userList, COLLEAGUE, {}],
    ['calls', phoneCalls.list, CUSTOMER, {}],
    ['blocks', dispatchBlocksCalls.list, CUSTOMER, {}],
  ] as const)('finds %s by one', async (_, call, keyword, needs) => {
    const input = Object.fromEntries(Object.keys(needs).map((name) => [name, known[name]]))
    expect(((await world.send(call, { ...input, keyword })).data as { rows: unknown[] }).rows.length).toBeGreaterThan(0)
  })
  test('reads what was noted as it was written', async () => {
    const order = (await world.send(orderCalls.info, { orderId: known.orderId })).data as { remarks: { text: string }[] }
    expect(order.remarks[0]!.text).toBe(`客户另一个号码${NOTED}`)
    expect((await world.send(callCentreCalls.customerInfo, { phone: CUSTOMER })).code).toBe(0)
  })
})
