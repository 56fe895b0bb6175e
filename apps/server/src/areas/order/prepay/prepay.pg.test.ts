import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { mergeCalls } from '@chauffeur/contract/customer/merge'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { citySwitchCalls } from '@chauffeur/contract/operations/city-switch'
import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { orderCancelCalls } from '@chauffeur/contract/order/cancel-rules'
import { orderCalls, type OrderRow } from '@chauffeur/contract/order/list'
import { prepayCalls as calls, type OrderPrepay, type PrepaymentRow } from '@chauffeur/contract/finance/prepayment'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#areas/finance/ledger'
import { as, driverAt } from '#test/drivers'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'
import { openDueSearches } from '../booking/index.ts'
import { lapseUnpaid } from './prepay.rounds.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await turn(true)
})
afterAll(() => world.close())
afterEach(async () => {
  const { checked } = await checkLedger(world.app.platform.db)
  expect(checked.flatMap(({ findings }) => findings)).toEqual([])
})

const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows
const one = async (text: string, values: unknown[] = []) => (await rows(text, values))[0]!
async function turn(on: boolean, more: object = {}) {
  const view = (await world.send(citySwitchCalls.view, { cityId: HANGZHOU })).data as {
    rows: { switches: { key: string; version: number }[] }[]
  }
  const { version } = view.rows[0]!.switches.find(({ key }) => key === 'prePay')!
  expect((await world.send(citySwitchCalls.save, { cityId: HANGZHOU, key: 'prePay', on, version, ...more })).code).toBe(0)
}

let made = 0
const newPhone = () => `1376666${String(++made).padStart(4, '0')}`
const trip = { cityId: HANGZHOU, pickupLat: 30.25, pickupLng: 120.16, dropoffLat: 30.35, dropoffLng: 120.3 }
interface Placed {
  orderId: string
  serviceStatus: number
  prepayDueFen: number
  prepayUntil: string
}
async function placed(more: object = {}, phone = newPhone()): Promise<Placed & { phone: string }> {
  const answer = await world.send(callCentreCalls.place, {
    ...trip,
    phone,
    pickupAddress: '武林门',
    dropoffAddress: '下沙',
    ...more,
  })
  expect(answer.code, answer.message).toBe(0)
  return { ...(answer.data as { orders: Placed[] }).orders[0]!, phone }
}
let numbers = 0
const pay = (order: { orderId: string; prepayDueFen: number }, more: object = {}, person: Person = 'all', key?: string) =>
  world.send(
    calls.record,
    { orderId: order.orderId, way: 'WECHAT', amountFen: order.prepayDueFen, reference: `PRE-${++numbers}`, ...more },
    person,
    key ? { 'idempotency-key': key } : {},
  )
async function paid(more: object = {}) {
  const order = await placed(more)
  const answer = await pay(order)
  expect(answer.code, answer.message).toBe(0)
  return order
}
const stands = (orderId: string) =>
  one('select service_status, pay_status, personal_fen, prepaid_fen, total_fen, prepay_until from orders where order_id = $1', [orderId])
const prepayOf = async (orderId: string) => ((await world.send(orderCalls.info, { orderId })).data as { prepay: OrderPrepay | null }).prepay
const balance = async (kind: string) =>
  Number(
    (
      await one('select coalesce(sum(balance_fen), 0) as fen from ledger_accounts where kind = $1 and tenant_id = $2', [
        kind,
        world.tenantA,
      ])
    ).fen,
  )
const searches = (orderId: string) =>
  rows(`select from dispatch_searches s join orders o using (tenant_id, booking_id) where o.order_id = $1 and s.state = 'OPEN'`, [orderId])
const cancel = async (orderId: string) => {
  const judged = (await world.send(orderCancelCalls.judgeCancel, { orderId })).data as { quoteId: string; feeFen: number }
  return world.send(orderCancelCalls.cancel, { orderId, quoteId: judged.quoteId, reason: '不走了' })
}
/** Driven and waiting for its bill, of so many metres. */
async function driven(orderId: string, distanceM?: number) {
  const driver = await driverAt(world, 0, 'FILING')
  await world.owner.query(
    `update orders set driver_id = $2, service_status = 304, accepted_at = now(), arrived_at = now(), depart_at = now(), ended_at = now(), distance_m = coalesce($3, estimate_distance_m) where order_id = $1`,
    [orderId, driver.driverId, distanceM ?? null],
  )
  return { driver, file: (cashCollected = false) => as(world, driver)(dispatchCalls.file, { id: orderId, extras: [], cashCollected }) }
}
const list = async (more: Record<string, unknown> = {}, person: Person = 'all') =>
  ((await world.send(calls.list, more, person)).data as { rows: PrepaymentRow[] }).rows
const returnable = async (orderId: string) => (await list({ state: 'RETURN_DUE' }, 'hangzhou')).find((row) => row.orderId === orderId)
const payBack = (row: PrepaymentRow, more: object = {}, person: Person = 'hangzhou') =>
  world.send(
    calls.payBack,
    { prepaymentId: row.prepaymentId, way: 'WECHAT', amountFen: row.returnDueFen, reference: `BACK-${++numbers}`, ...more },
    person,
  )

test('an order of the city waits for its prepayment and nobody is searched for; paid exactly, it goes on in the same moment', async () => {
  const order = await placed()
  expect(order).toMatchObject({ serviceStatus: 101 })
  expect(new Date(order.prepayUntil).getTime() - Date.now()).toBeGreaterThan(800_000)
  expect(await searches(order.orderId)).toEqual([])
  expect(await prepayOf(order.orderId)).toEqual({ amountFen: order.prepayDueFen, until: order.prepayUntil, coversFen: null, payment: null })
  expect(await pay(order, { amountFen: order.prepayDueFen - 1 })).toMatchObject({ error: 'order.paymentDiffers' })
  const [prepaid, cash] = [await balance('CUSTOMER_PREPAID'), await balance('CASH_BANK')]
  const answer = await pay(order, { way: 'BANK', reference: 'BK-1', note: '柜台' })
  expect(answer.data, answer.message).toMatchObject({ serviceStatus: 102 })
  expect(await searches(order.orderId)).toHaveLength(1)
  expect([await balance('CUSTOMER_PREPAID'), await balance('CASH_BANK')]).toEqual([prepaid + order.prepayDueFen, cash + order.prepayDueFen])
  expect(await prepayOf(order.orderId)).toMatchObject({
    until: null,
    payment: { state: 'HELD', way: 'BANK', reference: 'BK-1', byName: 'all' },
  })
  expect(await pay(order)).toMatchObject({ error: 'order.prepayNotDue' })
  const log = await one(`select summary from operation_logs where object_id = $1 order by log_id desc limit 1`, [order.orderId])
  expect(log).toEqual({ summary: '登记预付款' })
})

test('orders that wait are found in the list, and those alone; paid, an order for later is one that waits no more', async () => {
  const [waiting, later] = [await placed(), await placed({ bookTime: new Date(Date.now() + 7_200_000).toISOString() })]
  expect((await pay(later)).code).toBe(0)
  const found = async (awaitsPrepay: boolean) => {
    const { rows } = (await world.send(orderCalls.list, { awaitsPrepay, serviceStatus: JSON.stringify([101]) })).data as {
      rows: OrderRow[]
    }
    return rows.filter(({ orderId }) => [waiting.orderId, later.orderId].includes(orderId))
  }
  expect(await found(true)).toMatchObject([
    { orderId: waiting.orderId, serviceStatus: 101, prepayDueFen: waiting.prepayDueFen, prepayUntil: waiting.prepayUntil },
  ])
  expect(await found(false)).toMatchObject([{ orderId: later.orderId, serviceStatus: 101, prepayDueFen: null, prepayUntil: null }])
})

test('with the switch off orders are searched for at once, as those that an employer pays for are', async () => {
  await turn(false)
  const order = await placed()
  expect(order).toMatchObject({ serviceStatus: 102, prepayDueFen: null, prepayUntil: null })
  expect(await prepayOf(order.orderId)).toBeNull()
  await turn(true)
})

test('not paid in time, the order ends without a fee, and money that comes later is not taken for it', async () => {
  const order = await placed()
  await world.owner.query(`update orders set prepay_until = now() - interval '1 second' where order_id = $1`, [order.orderId])
  expect(await lapseUnpaid(world.app.platform)).toBe(1)
  expect(await lapseUnpaid(world.app.platform)).toBe(0)
  expect(await stands(order.orderId)).toMatchObject({ service_status: 403, pay_status: 0, total_fen: null })
  expect(await one('select cancel_actor, cancel_verdict, cancel_fee_fen from orders where order_id = $1', [order.orderId])).toEqual({
    cancel_actor: 'TIMER',
    cancel_verdict: 'NO_FAULT',
    cancel_fee_fen: 0,
  })
  expect(await pay(order)).toMatchObject({ error: 'order.prepayNotDue', data: { serviceStatus: 403 } })
  // Nothing keeps the customer from ordering again.
  expect((await placed({}, order.phone)).serviceStatus).toBe(101)
})

test('an order waits as long as its city says when it is placed, else as long as the installation does', async () => {
  const waitS = async () => (Date.parse((await placed()).prepayUntil) - Date.now()) / 1000
  await turn(true, { prepayWaitS: 3_600 })
  expect(await waitS()).toBeGreaterThan(3_500)
  await turn(true)
  expect(await waitS()).toBeLessThan(901)
})

test('waived with a reason the order goes on, and its bill is paid as any other', async () => {
  const order = await placed()
  expect((await world.send(calls.waive, { orderId: order.orderId, reason: '' })).code).toBe(400)
  expect((await world.send(calls.waive, { orderId: order.orderId, reason: '老客户' }, 'weak')).code).toBe(403)
  expect((await world.send(calls.waive, { orderId: order.orderId, reason: '老客户' })).data).toMatchObject({ serviceStatus: 102 })
  expect(await searches(order.orderId)).toHaveLength(1)
  expect((await (await driven(order.orderId)).file()).code).toBe(0)
  expect(await stands(order.orderId)).toMatchObject({ pay_status: 10, prepaid_fen: null })
})

test('an order for later may be paid until its search opens, and is not dispatched before it is paid', async () => {
  const bookTime = new Date(Date.now() + 7_200_000).toISOString()
  const order = await placed({ bookTime })
  expect(order.prepayUntil).toBe(new Date(Date.parse(bookTime) - 1_800_000).toISOString())
  expect((await pay(order)).data).toMatchObject({ serviceStatus: 101 })
  const waiting = await placed({ bookTime })
  await world.owner.query(`update orders set book_time = now() + interval '5 minutes' where order_id = any ($1)`, [
    [order.orderId, waiting.orderId],
  ])
  await openDueSearches(world.app.platform)
  expect([(await stands(order.orderId)).service_status, (await stands(waiting.orderId)).service_status]).toEqual([102, 101])
})

test('a bill is paid from what was paid ahead; what is over is returned by a second person, once', async () => {
  const order = await paid()
  const { driver, file } = await driven(order.orderId, 3_000)
  const filed = await file(true)
  expect(filed.code, filed.message).toBe(0)
  const bill = await stands(order.orderId)
  expect(bill).toMatchObject({ pay_status: 30, personal_fen: 0, prepaid_fen: bill.total_fen })
  const over = order.prepayDueFen - (bill.total_fen as number)
  expect(over).toBeGreaterThan(0)
  // The driver has their share and took nothing, whatever they said.
  const driverFen = Number(
    (await one(`select balance_fen from ledger_accounts where kind = 'DRIVER_AVAILABLE' and owner_id = $1`, [driver.driverId])).balance_fen,
  )
  expect(driverFen).toBeGreaterThan(0)
  const row = (await returnable(order.orderId))!
  expect(row).toMatchObject({ state: 'RETURN_DUE', returnDueFen: over, appliedFen: bill.total_fen, late: false, mayReturn: true })
  expect(await payBack(row, {}, 'all')).toMatchObject({ error: 'prepayment.samePerson' })
  expect(await payBack(row, { amountFen: over + 1 })).toMatchObject({ error: 'prepayment.returnDiffers', data: { dueFen: over } })
  const cash = await balance('CASH_WX')
  const answers = await Promise.all([payBack(row), payBack(row), payBack(row)])
  expect(answers.map(({ error }) => error ?? 'ok').toSorted()).toEqual(['ok', 'prepayment.notReturnable', 'prepayment.notReturnable'])
  expect(await balance('CASH_WX')).toBe(cash - over)
  expect((await prepayOf(order.orderId))?.payment).toMatchObject({ state: 'RETURNED', returnedFen: over, returnedByName: 'hangzhou' })
})

test('a bill that comes to more leaves the rest to be paid, in cash or later; only then is it divided', async () => {
  const [cashOrder, later] = [await paid(), await paid()]
  const prepaid = await balance('CUSTOMER_PREPAID')
  const receivable = await balance('CUSTOMER_RECEIVABLE')
  expect((await (await driven(later.orderId, 60_000)).file()).code).toBe(0)
  const open = await stands(later.orderId)
  expect(open).toMatchObject({
    pay_status: 10,
    prepaid_fen: later.prepayDueFen,
    personal_fen: (open.total_fen as number) - later.prepayDueFen,
  })
  expect([await balance('CUSTOMER_PREPAID'), await balance('CUSTOMER_RECEIVABLE')]).toEqual([
    prepaid,
    receivable + (open.personal_fen as number),
  ])
  const rest = await world.send(orderBillCalls.recordPayment, {
    orderId: later.orderId,
    way: 'WECHAT',
    amountFen: open.personal_fen,
    reference: 'REST-1',
  })
  expect(rest.code, rest.message).toBe(0)
  expect(await balance('CUSTOMER_PREPAID')).toBe(prepaid - later.prepayDueFen)
  expect((await prepayOf(later.orderId))?.payment).toMatchObject({ state: 'APPLIED', appliedFen: later.prepayDueFen })

  const { file } = await driven(cashOrder.orderId, 60_000)
  expect((await file(true)).code).toBe(0)
  const taken = await one(`select payload from order_events where order_id = $1 and event = 'pay'`, [cashOrder.orderId])
  const bill = await stands(cashOrder.orderId)
  expect(taken.payload).toEqual({ by: 'CASH', amountFen: (bill.total_fen as number) - cashOrder.prepayDueFen })
  expect((await prepayOf(cashOrder.orderId))?.payment).toMatchObject({ state: 'APPLIED' })
})

test('cancelled without a fee all is returned, with one the rest; the fee is paid with it', async () => {
  const [free, late] = [await paid(), await paid()]
  expect((await cancel(free.orderId)).code).toBe(0)
  expect(await returnable(free.orderId)).toMatchObject({ returnDueFen: free.prepayDueFen, appliedFen: 0 })
  const driver = await driverAt(world, 0, 'WAITING')
  await world.owner.query(
    `update orders set driver_id = $2, service_status = 302, accepted_at = now() - interval '8 minutes', arrived_at = now() - interval '5 minutes' where order_id = $1`,
    [late.orderId, driver.driverId],
  )
  expect((await cancel(late.orderId)).code).toBe(0)
  expect(await stands(late.orderId)).toMatchObject({ pay_status: 30, total_fen: 1_000, prepaid_fen: 1_000, personal_fen: 0 })
  expect(await returnable(late.orderId)).toMatchObject({ returnDueFen: late.prepayDueFen - 1_000, appliedFen: 1_000 })
})

test('a driver who gives the order back leaves what was paid to the next; what was returned meanwhile is not held again', async () => {
  const order = await paid()
  const driver = await driverAt(world, 0, 'TO_PICKUP')
  await world.owner.query(`update orders set driver_id = $2, service_status = 301, accepted_at = now() where order_id = $1`, [
    order.orderId,
    driver.driverId,
  ])
  const left = await as(world, driver)(dispatchCalls.cancel, { id: order.orderId, reason: '车坏了' })
  expect(left.code, left.message).toBe(0)
  const next = await one(
    'select order_id from orders where booking_id = (select booking_id from orders where order_id = $1) and attempt = 2',
    [order.orderId],
  )
  expect((await prepayOf(next.order_id as string))?.payment).toMatchObject({
    state: 'HELD',
    amountFen: order.prepayDueFen,
    returnSince: null,
  })
  expect(await returnable(order.orderId)).toBeUndefined()
})

test('twenty entries at once pay an order once, and a number that paid one pays no other', async () => {
  const order = await placed()
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(order)))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(new Set(answers.filter(({ code }) => code !== 0).map(({ error }) => error))).toEqual(new Set(['order.prepayNotDue']))
  const same = await placed()
  const again = await Promise.all(Array.from({ length: 5 }, () => pay(same, { reference: 'PRE-same' }, 'all', 'prepay-key')))
  for (const answer of again) expect(answer).toEqual(again[0])
  expect(again[0]!.code).toBe(0)
  const others = await Promise.all([await placed(), await placed()].map((other) => pay(other, { reference: 'PRE-shared' })))
  expect(others.map(({ error }) => error ?? 'ok').toSorted()).toEqual(['ok', 'order.paymentTaken'])
  const bill = await placed()
  await world.send(calls.waive, { orderId: bill.orderId, reason: '试' })
  await (await driven(bill.orderId)).file()
  const { personal_fen } = await stands(bill.orderId)
  const twice = await world.send(orderBillCalls.recordPayment, {
    orderId: bill.orderId,
    way: 'WECHAT',
    amountFen: personal_fen,
    reference: 'PRE-same',
  })
  expect(twice.error).toBe('order.paymentTaken')
})

test('one number that is entered for a bill and for a prepayment in the same moment is taken for one of them', async () => {
  for (let round = 0; round < 5; round++) {
    const reference = `SAME-${round}`
    const [billed, waiting] = [await placed(), await placed()]
    expect((await world.send(calls.waive, { orderId: billed.orderId, reason: '老客户' })).code).toBe(0)
    expect((await (await driven(billed.orderId)).file()).code).toBe(0)
    const amountFen = Number((await stands(billed.orderId)).personal_fen)
    const answers = await Promise.all([
      world.send(orderBillCalls.recordPayment, { orderId: billed.orderId, way: 'WECHAT', amountFen, reference }),
      pay(waiting, { reference }),
    ])
    expect(answers.map(({ error }) => error ?? 'taken').toSorted()).toEqual(['order.paymentTaken', 'taken'])
  }
})

test('of a payment and the clock in the same moment one wins, and the books say the same', async () => {
  for (let time = 0; time < 6; time++) {
    const order = await placed()
    await world.owner.query(`update orders set prepay_until = now() - interval '1 second' where order_id = $1`, [order.orderId])
    const [answer, ended] = await Promise.all([pay(order), lapseUnpaid(world.app.platform)])
    const { service_status } = await stands(order.orderId)
    expect([answer.error ?? 'ok', ended, service_status]).toEqual(answer.code === 0 ? ['ok', 0, 102] : ['order.prepayNotDue', 1, 403])
    const held = await rows('select from order_prepayments where order_id = $1', [order.orderId])
    expect(held).toHaveLength(answer.code === 0 ? 1 : 0)
  }
})

test('of a payment and a cancellation in the same moment nothing is lost: it is refused, or is to be returned', async () => {
  for (let time = 0; time < 6; time++) {
    const order = await placed()
    const judged = (await world.send(orderCancelCalls.judgeCancel, { orderId: order.orderId })).data as { quoteId: string }
    const [answer, cancelled] = await Promise.all([
      pay(order),
      world.send(orderCancelCalls.cancel, { orderId: order.orderId, quoteId: judged.quoteId, reason: '不走了' }),
    ])
    // A payment that came first makes the judgement stale.
    if (cancelled.code !== 0) {
      expect([answer.code, cancelled.error]).toEqual([0, 'order.cancelQuoteStale'])
      expect((await cancel(order.orderId)).code).toBe(0)
      expect(await returnable(order.orderId)).toMatchObject({ returnDueFen: order.prepayDueFen })
    } else {
      expect(answer.error).toBe('order.prepayNotDue')
      expect(await returnable(order.orderId)).toBeUndefined()
    }
  }
})

test('an account of one city sees and moves its own alone', async () => {
  const order = await paid()
  expect((await cancel(order.orderId)).code).toBe(0)
  const row = (await returnable(order.orderId))!
  await world.owner.query('update orders set city_id = $2 where order_id = $1', [order.orderId, SHANGHAI])
  expect((await list({}, 'hangzhou')).some(({ orderId }) => orderId === order.orderId)).toBe(false)
  expect((await payBack(row, {}, 'hangzhou')).error).toBe('prepayment.notFound')
  expect((await payBack(row, {}, 'other')).error).toBe('prepayment.notFound')
  expect((await payBack(row, {}, 'weak')).code).toBe(403)
  expect((await pay(await placed(), {}, 'other')).error).toBe('order.notFound')
})

test('a customer is not erased while money of theirs is held or to be returned', async () => {
  const order = await paid()
  expect((await cancel(order.orderId)).code).toBe(0)
  const erase = async () => {
    const { customer_id, version } = await one(
      'select c.customer_id, c.version from customers c join orders o using (tenant_id, customer_id) where o.order_id = $1',
      [order.orderId],
    )
    return world.send(mergeCalls.erase, { customerId: customer_id, version, reason: '本人要求' })
  }
  expect((await erase()).error).toBe('customer.prepaid')
  expect((await payBack((await returnable(order.orderId))!)).code).toBe(0)
  expect((await erase()).code).toBe(0)
})

test('a check of the books finds what is held otherwise than the account says', async () => {
  const order = await paid()
  const broken = async () =>
    (await checkLedger(world.app.platform.db)).checked.flatMap(({ invariant, findings }) => (findings.length ? [invariant] : []))
  await world.owner.query('update order_prepayments set applied_fen = 1 where order_id = $1', [order.orderId])
  expect(await broken()).toEqual(['4 what customers paid ahead is what is held of it and not returned'])
  await world.owner.query('update order_prepayments set applied_fen = 0, amount_fen = amount_fen + 1 where order_id = $1', [order.orderId])
  expect(await broken()).toContain('4 of a prepayment each sum is in the books as it was entered')
  await world.owner.query('update order_prepayments set amount_fen = amount_fen - 1 where order_id = $1', [order.orderId])
})
