import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { orderCancelCalls } from '@chauffeur/contract/order/cancel-rules'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import { orderCalls } from '@chauffeur/contract/order/list'
import { orderReviewCalls } from '@chauffeur/contract/order/cancel-review'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { remindUnpaid, writeOffOverdue } from './unpaid.service.ts'
import { checkLedger } from '#areas/finance/ledger'
import { as, driverAt } from '#test/drivers'
import { messagesIn } from '#test/harness/messages'
import { addOrder, HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  // The test runs at any hour.
  world = await makeWorld({ settings: { unpaidReminder: { afterS: 1_800, fromMinute: 0, toMinute: 1_440 } } })
})
afterAll(() => world.close())
afterEach(async () => {
  const { checked } = await checkLedger(world.app.platform.db)
  expect(checked.flatMap(({ findings }) => findings)).toEqual([])
})

type Person = Parameters<World['send']>[2]
const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows
const one = async (text: string, values: unknown[] = []) => (await rows(text, values))[0]!

let made = 0
const newPhone = () => `1375555${String(++made).padStart(4, '0')}`
const trip = { cityId: HANGZHOU, pickupLat: 30.25, pickupLng: 120.16, dropoffLat: 30.35, dropoffLng: 120.3 }
const place = (phone: string, more: object = {}) =>
  world.send(callCentreCalls.place, { ...trip, phone, pickupAddress: '武林门', dropoffAddress: '下沙', ...more })
async function placed(phone: string, more: object = {}): Promise<string> {
  const answer = await place(phone, more)
  expect(answer.code, answer.message).toBe(0)
  return (answer.data as { orders: { orderId: string }[] }).orders[0]!.orderId
}

interface Bill {
  orderId: string
  phone: string
  driverId: string
  totalFen: number
  dueFen: number
}
/** A trip that was driven and billed, and not paid. */
async function billed(more: object = {}, phone = newPhone()): Promise<Bill> {
  const orderId = await placed(phone, more)
  const driver = await driverAt(world, 0, 'FILING')
  await world.owner.query(
    `update orders set driver_id = $2, service_status = 304, accepted_at = now(), arrived_at = now(), depart_at = now(), ended_at = now(), distance_m = estimate_distance_m where order_id = $1`,
    [orderId, driver.driverId],
  )
  const filed = await as(world, driver)(dispatchCalls.file, { id: orderId, extras: [], cashCollected: false })
  expect(filed.code, filed.message).toBe(0)
  const { total_fen, personal_fen } = (await one('select total_fen, personal_fen from orders where order_id = $1', [orderId])) as {
    total_fen: number
    personal_fen: number
  }
  return { orderId, phone, driverId: driver.driverId, totalFen: total_fen, dueFen: personal_fen }
}

let payments = 0
const pay = (bill: Bill | { orderId: string; dueFen: number }, more: object = {}, person: Person = 'all', key?: string) =>
  world.send(
    orderBillCalls.recordPayment,
    { orderId: bill.orderId, way: 'WECHAT', amountFen: bill.dueFen, reference: `WX-${++payments}`, ...more },
    person,
    key ? { 'idempotency-key': key } : {},
  )
const writeOff = (orderId: string, person: Person = 'all') => world.send(orderBillCalls.writeOff, { orderId, reason: '电话停机' }, person)
const stands = (orderId: string) => one('select pay_status, paid_at is not null as paid from orders where order_id = $1', [orderId])
const info = async (orderId: string) =>
  (await world.send(orderCalls.info, { orderId })).data as {
    dueFen: number | null
    enterpriseFen: number | null
    payment: Record<string, unknown> | null
    allowedActions: string[]
  }
const balance = async (kind: string, ownerId = '0') =>
  Number(
    (
      await one('select balance_fen from ledger_accounts where kind = $1 and owner_id = $2 and tenant_id = $3', [
        kind,
        ownerId,
        world.tenantA,
      ])
    )?.balance_fen ?? 0,
  )
const steps = async (orderId: string) =>
  (await rows(`select step from ledger_entries where business_type = 'ORDER' and business_id = $1 order by entry_id`, [orderId])).map(
    ({ step }) => step,
  )

test('a payment that arrived settles the bill: the order says how, and driver and platform have their parts', async () => {
  const bill = await billed()
  expect(await info(bill.orderId)).toMatchObject({ dueFen: bill.dueFen, payment: null })
  expect((await info(bill.orderId)).allowedActions).toEqual(expect.arrayContaining(['recordPayment', 'writeOff']))
  const [open, cash] = [await balance('CUSTOMER_RECEIVABLE'), await balance('CASH_BANK')]
  const paidAt = new Date(Date.now() - 500).toISOString()
  await world.owner.query(`update orders set created_at = now() - interval '1 hour' where order_id = $1`, [bill.orderId])
  const paid = await pay(bill, { way: 'BANK', reference: 'BK-100', paidAt, note: '客户转账' })
  expect(paid, paid.message).toMatchObject({ code: 0, data: { payStatus: 30, paidAt } })
  expect(await info(bill.orderId)).toMatchObject({
    dueFen: null,
    payment: { way: 'BANK', amountFen: bill.dueFen, reference: 'BK-100', note: '客户转账', paidAt, byName: 'all' },
  })
  expect((await info(bill.orderId)).allowedActions).not.toContain('recordPayment')
  expect(await steps(bill.orderId)).toEqual(['FILED', 'CLAIM_CLOSED', 'PAID'])
  expect(await balance('CUSTOMER_RECEIVABLE')).toBe(open - bill.dueFen)
  expect(await balance('CASH_BANK')).toBe(cash + bill.dueFen)
  expect(await balance('DRIVER_AVAILABLE', bill.driverId)).toBeGreaterThan(0)
  const [said] = await rows(`select event, actor_name from order_events where order_id = $1 order by seq desc limit 1`, [bill.orderId])
  expect(said).toEqual({ event: 'pay', actor_name: 'all' })
  const log = await one(`select summary, before, after from operation_logs where object_id = $1 order by log_id desc limit 1`, [
    bill.orderId,
  ])
  expect(log).toMatchObject({ summary: '登记收款', before: { payStatus: 10 }, after: { payStatus: 30, reference: 'BK-100' } })
})

test('twenty clicks at once pay a bill once, whether they are one request or twenty', async () => {
  const again = await billed()
  const same = await Promise.all(Array.from({ length: 20 }, () => pay(again, { reference: 'WX-same' }, 'all', 'one-key')))
  for (const answer of same) expect(answer).toEqual(same[0])
  expect(same[0]!.code).toBe(0)

  const many = await billed()
  const different = await Promise.all(Array.from({ length: 20 }, () => pay(many)))
  expect(different.filter(({ code }) => code === 0)).toHaveLength(1)
  const refused = different.filter(({ code }) => code !== 0)
  expect(new Set(refused.map(({ error }) => error))).toEqual(new Set(['order.notUnpaid']))
  expect(refused[0]!.data).toEqual({ payStatus: 30 })
  expect(await one('select count(*)::int as n from order_payments where order_id = $1', [many.orderId])).toEqual({ n: 1 })
})

test('one payment pays one order, also when it is entered for two in the same moment', async () => {
  const bills = await Promise.all([billed(), billed(), billed()])
  const answers = await Promise.all(bills.map((bill) => pay(bill, { reference: 'WX-shared' })))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(answers.filter(({ error }) => error === 'order.paymentTaken')).toHaveLength(2)
  // The number of a bank is another one.
  const rest = bills[answers.findIndex(({ code }) => code !== 0)]!
  expect((await pay(rest, { reference: 'WX-shared', way: 'BANK' })).code).toBe(0)
})

test('another sum than is owed is refused with both, and nothing is written', async () => {
  const bill = await billed()
  expect(await pay(bill, { amountFen: bill.dueFen - 1, reference: 'WX-less' })).toMatchObject({
    error: 'order.paymentDiffers',
    data: { amountFen: bill.dueFen - 1, dueFen: bill.dueFen },
  })
  expect((await pay(bill, { paidAt: '2027-12-01T00:00:00Z' })).error).toBe('order.paidAtWrong')
  expect(await stands(bill.orderId)).toEqual({ pay_status: 10, paid: false })
  expect((await pay(bill, { reference: 'WX-less' })).code).toBe(0)
})

test('whoever shares the bill with an employer pays their part alone, and the employer’s is drawn with it', async () => {
  const phone = newPhone()
  const saved = await world.send(enterpriseCalls.saveEnterprise, {
    name: '合付企业',
    payMode: 'POSTPAID',
    state: 'ACTIVE',
    creditLimitFen: 1_000_000,
    perOrderLimitFen: 4_000,
  })
  const { enterpriseId } = saved.data as { enterpriseId: string }
  await world.send(enterpriseCalls.saveEmployee, { enterpriseId, phone, name: '王工', dept: '市场部' })
  const bill = await billed({ enterpriseId }, phone)
  expect(bill.dueFen).toBe(bill.totalFen - 4_000)
  expect(await info(bill.orderId)).toMatchObject({ dueFen: bill.dueFen, enterpriseFen: 4_000 })
  const card = (await world.send(callCentreCalls.customerInfo, { phone })).data as { unpaid: object }
  expect(card.unpaid).toMatchObject({ count: 1, totalFen: bill.dueFen })
  expect((await pay(bill, { amountFen: bill.totalFen })).error).toBe('order.paymentDiffers')
  // Given up by the traveller, the employer's promise stands: it stays reserved until the bill is divided.
  expect((await writeOff(bill.orderId)).code).toBe(0)
  expect((await world.send(enterpriseCalls.enterprise, { enterpriseId })).data).toMatchObject({ reservedFen: 4_000, balanceFen: 0 })
  const cash = await balance('CASH_WX')
  expect((await pay(bill)).code).toBe(0)
  expect(await balance('CASH_WX')).toBe(cash + bill.dueFen)
  expect(await balance('ENTERPRISE_PREPAID', enterpriseId)).toBe(-4_000)
})

/** A customer who did not want to go any more when the driver was there. */
async function cancelled(phone = newPhone()): Promise<{ orderId: string; dueFen: number }> {
  const orderId = await placed(phone)
  const driver = await driverAt(world, 0, 'WAITING')
  await world.owner.query(
    `update orders set driver_id = $2, service_status = 302, accepted_at = now() - interval '8 minutes', arrived_at = now() - interval '5 minutes' where order_id = $1`,
    [orderId, driver.driverId],
  )
  const { quoteId, feeFen } = (await world.send(orderCancelCalls.judgeCancel, { orderId })).data as { quoteId: string; feeFen: number }
  expect(feeFen).toBe(1_000)
  expect((await world.send(orderCancelCalls.cancel, { orderId, quoteId, reason: '不走了' })).code).toBe(0)
  return { orderId, dueFen: feeFen }
}

test('the fee of a cancellation is paid as a bill is', async () => {
  const fee = await cancelled()
  expect((await pay(fee)).data).toMatchObject({ payStatus: 30 })
  expect(await steps(fee.orderId)).toEqual(['FILED', 'CLAIM_CLOSED', 'PAID'])
})

test('a fee that was given up can still be judged anew: less is then to be paid, or nothing, and the customer may order', async () => {
  const phone = newPhone()
  const { orderId } = await cancelled(phone)
  expect((await writeOff(orderId)).code).toBe(0)
  const judgedAnew = async (feeFen: number, verdict: string) => {
    const applied = await world.send(orderReviewCalls.apply, { orderId, applicant: 'CUSTOMER', reason: 'WRONG_FAULT', note: '司机晚到' })
    const { reviewId } = applied.data as { reviewId: string }
    const decided = await world.send(orderReviewCalls.decide, { reviewId, approve: true, verdict, feeFen, note: '已核实' })
    expect(decided.code, decided.message).toBe(0)
  }
  await judgedAnew(600, 'CUSTOMER_AT_FAULT')
  expect(await info(orderId)).toMatchObject({ payStatus: 60, dueFen: 600 })
  await judgedAnew(0, 'NO_FAULT')
  expect(await info(orderId)).toMatchObject({ payStatus: 0, dueFen: null })
  expect(await steps(orderId)).toEqual(['FILED', 'WRITTEN_OFF'])
  const open = await balance('CUSTOMER_RECEIVABLE')
  await judgedAnew(800, 'CUSTOMER_AT_FAULT')
  expect(await balance('CUSTOMER_RECEIVABLE')).toBe(open + 800)
  expect((await writeOff(orderId)).code).toBe(0)
  expect(await balance('CUSTOMER_RECEIVABLE')).toBe(open)
  expect((await pay({ orderId, dueFen: 800 })).code).toBe(0)
  expect(await balance('CUSTOMER_RECEIVABLE')).toBe(open)
  expect((await place(phone)).code).toBe(0)
})

test('a bad debt stops new orders at once and says so; paid after all, the customer may order at once', async () => {
  const bill = await billed()
  const open = await balance('CUSTOMER_RECEIVABLE')
  expect((await writeOff(bill.orderId)).data).toMatchObject({ payStatus: 60 })
  expect(await writeOff(bill.orderId)).toMatchObject({ error: 'order.notUnpaid', data: { payStatus: 60 } })
  expect(await balance('CUSTOMER_RECEIVABLE')).toBe(open - bill.dueFen)
  expect(await balance('DRIVER_AVAILABLE', bill.driverId)).toBe(0)
  expect((await info(bill.orderId)).allowedActions).not.toContain('writeOff')
  const refused = await place(bill.phone)
  expect(refused).toMatchObject({ error: 'callCentre.unpaidOrders', data: { count: 1 } })
  expect(refused.message).toContain('坏账')
  const card = (await world.send(callCentreCalls.customerInfo, { phone: bill.phone })).data as { unpaid: object }
  expect(card.unpaid).toMatchObject({ count: 1, totalFen: bill.dueFen, orders: [{ orderId: bill.orderId, payStatus: 60 }] })

  expect((await pay(bill)).data).toMatchObject({ payStatus: 30 })
  expect(await steps(bill.orderId)).toEqual(['FILED', 'WRITTEN_OFF', 'REINSTATED', 'CLAIM_CLOSED', 'PAID'])
  expect(await balance('CUSTOMER_RECEIVABLE')).toBe(open - bill.dueFen)
  expect(await balance('DRIVER_AVAILABLE', bill.driverId)).toBeGreaterThan(0)
  expect((await place(bill.phone)).code).toBe(0)
})

test('of a payment and a write-off in the same moment both are in the books, in one order or the other', async () => {
  const bill = await billed()
  const [paid, given] = await Promise.all([pay(bill), writeOff(bill.orderId)])
  expect(paid.code).toBe(0)
  expect([undefined, 'order.notUnpaid']).toContain(given.error)
  expect(await stands(bill.orderId)).toEqual({ pay_status: 30, paid: true })
})

test('an order of another city, tenant or channel is not there, and without the authority there is no call', async () => {
  const { orderId } = await addOrder(world, { cityId: SHANGHAI, orgId: world.shanghaiOrg, payStatus: 10 })
  for (const person of ['hangzhou', 'partner', 'other', 'nowhere'] as const) {
    expect((await pay({ orderId, dueFen: 3_500 }, {}, person)).error, person).toBe('order.notFound')
    expect((await writeOff(orderId, person)).error, person).toBe('order.notFound')
  }
  expect((await pay({ orderId, dueFen: 3_500 }, {}, 'weak')).code).toBe(403)
  expect((await writeOff(orderId, 'weak')).code).toBe(403)
  expect(await stands(orderId)).toEqual({ pay_status: 10, paid: false })
})

test('what a fleet or a city enters is posted although the books are the whole tenant’s', async () => {
  const bill = await billed()
  await world.owner.query('update orders set org_id = $2 where order_id = $1', [bill.orderId, world.hangzhouOrg])
  expect((await pay(bill, {}, 'company')).code).toBe(0)
})

test('a bill that nobody paid for thirty days is given up by the clock, once, by however many processes', async () => {
  const [old, young] = [await billed(), await billed()]
  await world.owner.query(`update orders set filed_at = now() - interval '31 days' where order_id = $1`, [old.orderId])
  await world.owner.query(`update orders set filed_at = now() - interval '29 days' where order_id = $1`, [young.orderId])
  const given = await Promise.all([1, 2, 3].map(() => writeOffOverdue(world.app.platform)))
  expect(given.reduce((sum, n) => sum + n)).toBe(1)
  expect(await stands(old.orderId)).toEqual({ pay_status: 60, paid: false })
  expect(await stands(young.orderId)).toEqual({ pay_status: 10, paid: false })
  expect(await rows(`select event, actor_type from order_events where order_id = $1 and event = 'badDebt'`, [old.orderId])).toEqual([
    { event: 'badDebt', actor_type: 'TIMER' },
  ])
  expect(await steps(old.orderId)).toEqual(['FILED', 'WRITTEN_OFF'])
})

test('half an hour after the bill the customer is reminded, once, of what they owe', async () => {
  const [due, fresh, stale] = [await billed(), await billed(), await billed()]
  await world.owner.query(`update orders set filed_at = now() - interval '31 minutes' where order_id = $1`, [due.orderId])
  await world.owner.query(`update orders set filed_at = now() - interval '2 days' where order_id = $1`, [stale.orderId])
  const sent = await Promise.all([1, 2, 3].map(() => remindUnpaid(world.app.platform)))
  expect(sent.reduce((sum, n) => sum + n)).toBe(1)
  expect(await remindUnpaid(world.app.platform)).toBe(0)
  const texts = (await Promise.all([due, fresh, stale].map(({ phone }) => messagesIn(world, phone)))).flat()
  expect(texts).toMatchObject([{ phone: due.phone, body: expect.stringContaining(`${(due.dueFen / 100).toFixed(2)}元未支付`) }])
  const messages = (await world.send(orderEditCalls.messages, { orderId: due.orderId })).data as {
    sent: { kind: string; byName: string }[]
  }
  expect(messages.sent).toMatchObject([{ kind: 'UNPAID', byName: '' }])
})

test('nobody is reminded outside the hours for it', async () => {
  const bill = await billed()
  await world.owner.query(`update orders set filed_at = now() - interval '31 minutes' where order_id = $1`, [bill.orderId])
  const { platform } = world.app
  const { unpaidReminder } = platform.settings
  // A minute of the day that is not this one.
  const minute = (Math.floor(Date.now() / 60_000) + 480 + 720) % 1_440
  platform.settings.unpaidReminder = { ...unpaidReminder, fromMinute: minute, toMinute: minute + 1 }
  expect(await remindUnpaid(platform)).toBe(0)
  platform.settings.unpaidReminder = unpaidReminder
  expect(await remindUnpaid(platform)).toBe(1)
})
