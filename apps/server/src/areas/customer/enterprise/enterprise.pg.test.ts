import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { templateCalls } from '@chauffeur/contract/pricing/template'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { templateE, templateF } from '#demo/pricing/price-templates'
import { lockOrder } from '#areas/order/model'
import { checkLedger } from '#areas/finance/ledger'
import { postPaidOnline } from '#areas/order/bill'
import { wholeTenant } from '#platform/database/scope'
import { as, driverAt, handedTo } from '#test/drivers'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'
import { lockEnterprise } from './enterprise.queries.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const one = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]!
let made = 0
let phone = ''
beforeEach(() => {
  phone = `1382222${String(++made).padStart(4, '0')}`
})
type Person = Parameters<World['send']>[2]

async function enterprise(of: Record<string, unknown> = {}, person: Person = 'all') {
  const saved = await world.send(
    enterpriseCalls.saveEnterprise,
    { name: `企业${++made}`, payMode: 'POSTPAID', state: 'ACTIVE', creditLimitFen: 1_000_000, ...of },
    person,
  )
  expect(saved.code, saved.message).toBe(0)
  return saved.data as { enterpriseId: string; version: number; name: string }
}
async function employer(of: Record<string, unknown> = {}, staff: Record<string, unknown> = {}) {
  const { enterpriseId } = await enterprise(of)
  const saved = await world.send(enterpriseCalls.saveEmployee, { enterpriseId, phone, name: '王工', dept: '市场部', ...staff })
  expect(saved.code, saved.message).toBe(0)
  return { enterpriseId, employeeId: (saved.data as { employeeId: string }).employeeId }
}
const trip = { cityId: HANGZHOU, pickupLat: 30.25, pickupLng: 120.16, dropoffLat: 30.35, dropoffLng: 120.3 }
const estimate = (more: object = {}) => world.send(callCentreCalls.estimate, { ...trip, phone, ...more })
const place = (more: object = {}) =>
  world.send(callCentreCalls.place, { ...trip, phone, pickupAddress: '武林门', dropoffAddress: '下沙', ...more })
interface Quote {
  quoteId: string
  templateId: string
  totalFen: number
  enterpriseFen: number
  personalFen: number
}
const quote = async (more: object = {}) => (await estimate(more)).data as Quote
async function placed(more: object = {}): Promise<string> {
  const answer = await place(more)
  expect(answer.code, answer.message).toBe(0)
  return (answer.data as { orders: { orderId: string }[] }).orders[0]!.orderId
}
async function bill(orderId: string, cashCollected = false) {
  const driver = await driverAt(world, 0, 'FILING')
  await world.owner.query(
    `update orders set driver_id = $2, service_status = 304, accepted_at = now(), arrived_at = now(), depart_at = now(), ended_at = now(), distance_m = estimate_distance_m where order_id = $1`,
    [orderId, driver.driverId],
  )
  const filed = await as(world, driver)(dispatchCalls.file, { id: orderId, extras: [], cashCollected })
  expect(filed.code, filed.message).toBe(0)
  return {
    ...(await one('select total_fen, enterprise_fen, personal_fen, pay_status from orders where order_id = $1', [orderId])),
    driverId: driver.driverId,
  }
}
const balance = async (kind: string, ownerId: string) =>
  Number((await one('select balance_fen from ledger_accounts where kind = $1 and owner_id = $2', [kind, ownerId]))?.balance_fen ?? 0)
const sound = async () => expect((await checkLedger(world.app.platform.db)).checked.flatMap(({ findings }) => findings)).toEqual([])

describe('the payer', () => {
  test('is offered with the caller, and pays up to its limit per order; the rest is personal', async () => {
    const { enterpriseId } = await employer({ perOrderLimitFen: 4_000 })
    const info = (await world.send(callCentreCalls.customerInfo, { phone })).data as { payers: object[] }
    expect(info.payers).toMatchObject([{ enterpriseId, dept: '市场部', availableFen: 1_000_000, refused: null }])
    const quoted = await quote({ enterpriseId })
    expect(quoted).toMatchObject({ enterpriseFen: 4_000, personalFen: quoted.totalFen - 4_000 })
    const orderId = await placed({ enterpriseId, quoteId: quoted.quoteId })
    expect(await one('select enterprise_id, enterprise_limit_fen from orders where order_id = $1', [orderId])).toEqual({
      enterprise_id: enterpriseId,
      enterprise_limit_fen: 4_000,
    })
    const filed = await bill(orderId)
    expect(filed).toMatchObject({ enterprise_fen: 4_000, personal_fen: quoted.totalFen - 4_000, pay_status: 10 })
    await world.app.platform.db.write(wholeTenant(world.tenantA), async (tx) =>
      postPaidOnline(tx, (await lockOrder(tx, orderId))!, 'CASH_WX', { type: 'CUSTOMER', id: null }),
    )
    expect(await balance('ENTERPRISE_PREPAID', enterpriseId)).toBe(-4_000)
    await sound()
  })

  test('that pays everything settles the order at once', async () => {
    const { enterpriseId } = await employer()
    const orderId = await placed({ enterpriseId })
    const filed = (await bill(orderId)) as { total_fen: number; driverId: string }
    expect(filed).toMatchObject({ enterprise_fen: filed.total_fen, personal_fen: 0, pay_status: 30 })
    expect(await balance('ENTERPRISE_PREPAID', enterpriseId)).toBe(-filed.total_fen)
    expect(await balance('DRIVER_AVAILABLE', filed.driverId)).toBeGreaterThan(0)
    await sound()
  })

  test('shares with a traveller who pays the driver in cash: only that part is cash', async () => {
    const { enterpriseId } = await employer({ perOrderLimitFen: 3_000 })
    const orderId = await placed({ enterpriseId })
    const filed = (await bill(orderId, true)) as { total_fen: number; personal_fen: number; driverId: string }
    expect(filed).toMatchObject({ enterprise_fen: 3_000, pay_status: 30 })
    const commissionFen = Number(
      (
        await one(
          `select sum(l.amount_fen) as sum from ledger_entries e join ledger_lines l using (tenant_id, entry_id) join ledger_accounts a using (tenant_id, account_id) where e.business_id = $1 and a.kind = 'REVENUE'`,
          [orderId],
        )
      ).sum,
    )
    expect(await balance('DRIVER_AVAILABLE', filed.driverId)).toBe(3_000 - commissionFen)
    await sound()
  })

  test('refuses in words whom and what it does not pay for', async () => {
    const stranger = await enterprise()
    expect(await estimate({ enterpriseId: stranger.enterpriseId })).toMatchObject({ error: 'enterprise.notEmployee' })
    const elsewhere = await employer({ cityIds: [SHANGHAI] })
    expect(await place(elsewhere)).toMatchObject({ error: 'enterprise.otherCity', message: '该企业未开通此城市，不能由企业支付' })
    const broke = await employer({ payMode: 'PREPAID' })
    expect(await place(broke)).toMatchObject({ error: 'enterprise.noCredit' })
    const stopped = await employer({ state: 'STOPPED' })
    expect(await place(stopped)).toMatchObject({ error: 'enterprise.stopped' })
    const { enterpriseId, employeeId } = await employer()
    await world.send(enterpriseCalls.saveEmployee, { enterpriseId, employeeId, name: '王工', active: false })
    expect(await place({ enterpriseId })).toMatchObject({ error: 'enterprise.notEmployee' })
    expect(await one('select count(*)::int as n from orders where contact_phone = $1', [phone])).toEqual({ n: 0 })
  })

  test('spends one balance once, however many order at the same moment', async () => {
    const price = (await quote()).totalFen
    const { enterpriseId } = await employer({ creditLimitFen: price })
    const other = `1382233${String(++made).padStart(4, '0')}`
    await world.send(enterpriseCalls.saveEmployee, { enterpriseId, phone: other })
    const answers = await Promise.all([place({ enterpriseId }), place({ enterpriseId, phone: other })])
    expect(answers.map(({ error }) => error ?? 'placed').toSorted()).toEqual(['enterprise.noCredit', 'placed'])
    const { rows } = (await world.send(enterpriseCalls.enterprises, { keyword: '企业', pageSize: 200 })).data as {
      rows: { enterpriseId: string; reservedFen: number; availableFen: number }[]
    }
    expect(rows.find((row) => row.enterpriseId === enterpriseId)).toMatchObject({ reservedFen: price, availableFen: 0 })
  })

  const promised = async (enterpriseId: string) =>
    (
      await world.owner.query<{ fen: number }>(
        'select enterprise_limit_fen as fen from orders where enterprise_id = $1 order by enterprise_limit_fen desc',
        [enterpriseId],
      )
    ).rows.map(({ fen }) => fen)

  test('keeps to the limit of its month, however many order at the same moment and whatever their trips come to', async () => {
    const price = (await quote()).totalFen
    const { enterpriseId } = await employer({ monthLimitFen: 3 * price })
    const staff = Array.from({ length: 30 }, () => `1382244${String(++made).padStart(4, '0')}`)
    for (const phone of staff) await world.send(enterpriseCalls.saveEmployee, { enterpriseId, phone })
    const answers = await Promise.all(staff.map((one) => place({ enterpriseId, phone: one })))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(3)
    expect(new Set(answers.map(({ error }) => error))).toEqual(new Set([undefined, 'enterprise.monthLimit']))
    expect(await promised(enterpriseId)).toEqual([3 * price, 2 * price, price])
    // Each trip costs more than was expected of it.
    await world.owner.query('update orders set estimate_distance_m = 2 * estimate_distance_m where enterprise_id = $1', [enterpriseId])
    const orders = answers.flatMap(({ data }) => (data as { orders: { orderId: string }[] } | null)?.orders ?? [])
    const bills: { enterprise_fen: number; total_fen: number }[] = []
    for (const { orderId } of orders) bills.push((await bill(orderId)) as never)
    expect(bills.map(({ enterprise_fen }) => enterprise_fen)).toEqual([price, price, price])
    expect(bills.every(({ total_fen }) => total_fen > price)).toBe(true)
    expect((await world.send(enterpriseCalls.enterprise, { enterpriseId })).data).toMatchObject({ usedThisMonthFen: 3 * price })
    await sound()
  })

  test('promises an employee who books several drivers their month once, and pays no more than is left of it when a bill is made', async () => {
    const price = (await quote()).totalFen
    const { enterpriseId, employeeId } = await employer({}, { monthLimitFen: price })
    const orderId = await placed({ enterpriseId, driverCount: 5 })
    expect(await promised(enterpriseId)).toEqual([price, 0, 0, 0, 0])
    await world.send(enterpriseCalls.saveEmployee, { enterpriseId, employeeId, name: '王工', active: true, monthLimitFen: 1_000 })
    expect(await bill(orderId)).toMatchObject({ enterprise_fen: 1_000 })
  })

  test('stays with the trip when a driver gives it back', async () => {
    const { enterpriseId } = await employer({ perOrderLimitFen: 4_000 })
    const orderId = await placed({ enterpriseId })
    const driver = await handedTo(world, orderId)
    expect(await as(world, driver)(dispatchCalls.cancel, { id: orderId, reason: '车坏了' })).toMatchObject({ code: 0 })
    expect(
      await one(
        `select enterprise_id, enterprise_limit_fen, attempt from orders where booking_id = (select booking_id from orders where order_id = $1) order by attempt desc limit 1`,
        [orderId],
      ),
    ).toEqual({ enterprise_id: enterpriseId, enterprise_limit_fen: 4_000, attempt: 2 })
  })

  test('is part of the quote: another payer needs another quote', async () => {
    const { enterpriseId } = await employer()
    const { quoteId } = await quote()
    expect(await place({ enterpriseId, quoteId })).toMatchObject({ error: 'callCentre.quoteMismatch' })
  })
})

test('prices go by fence before enterprise before city', async () => {
  const { enterpriseId } = await employer()
  const city = await quote()
  const saved = await world.send(templateCalls.templateSave, {
    code: `ENT${made}`,
    name: '企业协议价',
    ownerType: 'ENTERPRISE',
    ownerId: enterpriseId,
    cityIds: [HANGZHOU],
    rules: templateE,
  })
  expect(saved.code, saved.message).toBe(0)
  const own = (saved.data as { templateId: string }).templateId
  expect((await quote({ enterpriseId })).templateId).toBe(own)
  expect((await quote()).templateId).toBe(city.templateId)
  const fence = (
    (
      await world.send(templateCalls.templateSave, {
        code: `FEN${made}`,
        name: '围栏价',
        ownerType: 'FENCE',
        cityIds: [HANGZHOU],
        rules: templateF,
      })
    ).data as { templateId: string }
  ).templateId
  const ring = [
    [120.1, 30.2],
    [120.2, 30.2],
    [120.2, 30.3],
    [120.1, 30.3],
    [120.1, 30.2],
  ]
  await world.owner.query(
    `insert into price_fences (tenant_id, city_id, name, side, template_id, priority, week_mask, polygon, min_lat, max_lat, min_lng, max_lng, effective_from, enabled)
     values ($1, $2, '西湖', 'PICKUP', $3, 1, 127, $4, 30.2, 30.3, 120.1, 120.2, now() - interval '1 day', true)`,
    [world.tenantA, HANGZHOU, fence, JSON.stringify({ type: 'Polygon', coordinates: [ring] })],
  )
  expect((await quote({ enterpriseId })).templateId).toBe(fence)
  await world.owner.query('update price_fences set enabled = false')
})

describe('an enterprise', () => {
  test('is saved once per name and version', async () => {
    const { enterpriseId, version, name } = await enterprise()
    expect(await world.send(enterpriseCalls.saveEnterprise, { name, payMode: 'POSTPAID', state: 'ACTIVE' })).toMatchObject({
      error: 'enterprise.nameTaken',
    })
    const change = { enterpriseId, version, name, payMode: 'PREPAID', state: 'ACTIVE', hours: { from: '22:00', to: '06:00' } }
    expect((await world.send(enterpriseCalls.saveEnterprise, change)).data).toMatchObject({
      version: version + 1,
      creditLimitFen: 0,
      hours: { from: '22:00', to: '06:00' },
    })
    expect(await world.send(enterpriseCalls.saveEnterprise, change)).toMatchObject({ error: 'enterprise.versionConflict' })
  })

  test('loses its contact telephone when that is emptied, and keeps it when nothing is said of it', async () => {
    const { enterpriseId, name } = await enterprise({ contactPhone: '13900001111' })
    const save = async (more: object) => {
      const { version } = (await world.send(enterpriseCalls.enterprise, { enterpriseId })).data as { version: number }
      return world.send(enterpriseCalls.saveEnterprise, { enterpriseId, version, name, payMode: 'POSTPAID', state: 'ACTIVE', ...more })
    }
    expect((await save({})).data).toMatchObject({ contactPhone: '13900001111' })
    expect((await save({ contactPhone: '' })).data).toMatchObject({ contactPhone: '' })
  })

  test('beyond one’s cities is neither seen nor changed', async () => {
    const far = await enterprise({ cityIds: [SHANGHAI] })
    expect(await world.send(enterpriseCalls.enterprise, far, 'hangzhou')).toMatchObject({ error: 'enterprise.notFound' })
    const both = await enterprise({ cityIds: [SHANGHAI, HANGZHOU] })
    expect((await world.send(enterpriseCalls.enterprise, both, 'hangzhou')).code).toBe(0)
    const change = { ...both, payMode: 'POSTPAID', state: 'STOPPED', cityIds: [HANGZHOU] }
    expect(await world.send(enterpriseCalls.saveEnterprise, change, 'hangzhou')).toMatchObject({ error: 'customer.cityUnknown' })
    expect(await world.send(enterpriseCalls.enterprise, both, 'other')).toMatchObject({ error: 'enterprise.notFound' })
    expect((await enterprise({ cityIds: [HANGZHOU] }, 'hangzhou')).version).toBe(1)
  })

  test('has each telephone once among its employees', async () => {
    const { enterpriseId } = await employer()
    expect(await world.send(enterpriseCalls.saveEmployee, { enterpriseId, phone })).toMatchObject({ error: 'enterprise.employeeExists' })
    expect(await world.send(enterpriseCalls.saveEmployee, { enterpriseId })).toMatchObject({ error: 'enterprise.phoneMissing' })
    expect((await world.send(enterpriseCalls.employees, { enterpriseId, keyword: '市场' })).data).toMatchObject({
      total: 1,
      rows: [{ phone, dept: '市场部' }],
    })
  })
})

test('an order of an enterprise can be cancelled, with a fee, while another one of it is being billed', async () => {
  const { enterpriseId } = await employer()
  const orderId = await placed({ enterpriseId })
  const driver = await driverAt(world, 0, 'WAITING')
  await world.owner.query(
    `update orders set driver_id = $2, service_status = 302, accepted_at = now(), arrived_at = now() where order_id = $1`,
    [orderId, driver.driverId],
  )
  const judged = (await world.send(callCentreCalls.cancel, { orderId })).data as { quoteId: string; feeFen: number }
  expect(judged.feeFen).toBeGreaterThan(0)
  const { promise: billed, resolve: bill } = Promise.withResolvers<void>()
  const billing = world.app.platform.db.write(wholeTenant(world.tenantA), async (tx) => {
    await lockEnterprise(tx, enterpriseId)
    await billed
  })
  const cancelled = world.send(callCentreCalls.cancel, { orderId, quoteId: judged.quoteId, reason: '客户改期' })
  const late = new Promise<string>((resolve) => setTimeout(() => resolve('waited for the bill'), 5_000))
  const first = await Promise.race([cancelled, late])
  bill()
  await billing
  expect(first).toMatchObject({ code: 0 })
  await sound()
})
