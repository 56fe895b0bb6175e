import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { prepayCalls, type PrepaymentRow } from '@chauffeur/contract/finance/prepayment'
import { citySwitchCalls } from '@chauffeur/contract/operations/city-switch'
import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { orderReviewCalls } from '@chauffeur/contract/order/cancel-review'
import { orderCancelCalls } from '@chauffeur/contract/order/cancel-rules'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#areas/finance/ledger'
import { as, driverAt } from '#test/drivers'
import { HANGZHOU, makeWorld, type World } from '#test/world'
import { writeOffOverdue } from '../bill/index.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  expect((await world.send(citySwitchCalls.save, { cityId: HANGZHOU, key: 'prePay', on: true, version: 0 })).code).toBe(0)
})
afterAll(() => world.close())
afterEach(async () => {
  const { checked } = await checkLedger(world.app.platform.db)
  expect(checked.flatMap(({ findings }) => findings)).toEqual([])
})

const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows
let made = 0
const trip = { cityId: HANGZHOU, pickupLat: 30.25, pickupLng: 120.16, dropoffLat: 30.35, dropoffLng: 120.3 }
interface Bill {
  orderId: string
  driverId: string
  prepaidFen: number
  restFen: number
}
/** Placed, and paid ahead: what was asked for, or so much. */
async function paidAhead(fen?: number): Promise<{ orderId: string; prepaidFen: number }> {
  const number = ++made
  const phone = `1376688${String(number).padStart(4, '0')}`
  const answer = await world.send(callCentreCalls.place, { ...trip, phone, pickupAddress: '武林门', dropoffAddress: '下沙' })
  const { orderId, prepayDueFen } = (answer.data as { orders: { orderId: string; prepayDueFen: number }[] }).orders[0]!
  if (fen !== undefined) await rows('update orders set prepay_fen = $2 where order_id = $1', [orderId, fen])
  const prepaidFen = fen ?? prepayDueFen
  const paid = await world.send(prepayCalls.record, { orderId, way: 'WECHAT', amountFen: prepaidFen, reference: `PRE-${number}` })
  expect(paid.code, paid.message).toBe(0)
  return { orderId, prepaidFen }
}
/** Paid ahead, driven for much longer than was estimated, and billed: a rest is open. */
async function billed(): Promise<Bill> {
  const { orderId, prepaidFen } = await paidAhead()
  const driver = await driverAt(world, 0, 'FILING')
  await world.owner.query(
    `update orders set driver_id = $2, service_status = 304, accepted_at = now(), arrived_at = now(), depart_at = now(), ended_at = now(), distance_m = 61237 where order_id = $1`,
    [orderId, driver.driverId],
  )
  const filed = await as(world, driver)(dispatchCalls.file, { id: orderId, extras: [], cashCollected: false })
  expect(filed.code, filed.message).toBe(0)
  const [bill] = await rows('select personal_fen from orders where order_id = $1', [orderId])
  expect(bill!.personal_fen).toBeGreaterThan(0)
  return { orderId, driverId: driver.driverId, prepaidFen, restFen: bill!.personal_fen as number }
}
const giveUp = (orderId: string) => world.send(orderBillCalls.writeOff, { orderId, reason: '联系不上' })
const payRest = ({ orderId, restFen }: Bill) =>
  world.send(orderBillCalls.recordPayment, { orderId, way: 'WECHAT', amountFen: restFen, reference: `REST-${++made}` })
/** What an order's entries moved so far, by the kind of account, in the account's own direction. */
const moved = async (orderId: string) =>
  Object.fromEntries(
    (
      await rows(
        `select a.kind, sum(case when (l.side = 'D') = (a.kind in ('CASH_WX', 'CUSTOMER_RECEIVABLE', 'MARKETING_EXPENSE')) then l.amount_fen else -l.amount_fen end)::int as fen
         from ledger_entries e join ledger_lines l using (tenant_id, entry_id) join ledger_accounts a using (tenant_id, account_id)
         where e.business_type = 'ORDER' and e.business_id = $1 group by 1`,
        [orderId],
      )
    ).map(({ kind, fen }) => [kind as string, fen as number]),
  )
const prepayment = async (orderId: string) =>
  ((await world.send(prepayCalls.list, {})).data as { rows: PrepaymentRow[] }).rows.find((row) => row.orderId === orderId)

test('a bill whose rest is given up has earned what was paid ahead: driver and platform have their parts, the customer owes the rest', async () => {
  const [lost, paid] = [await billed(), await billed()]
  expect(await moved(lost.orderId)).toEqual({ CUSTOMER_RECEIVABLE: lost.restFen, SUSPENSE: lost.restFen })
  const answers = await Promise.all([giveUp(lost.orderId), giveUp(lost.orderId), giveUp(lost.orderId)])
  expect(answers.map(({ error }) => error ?? 'ok').toSorted()).toEqual(['ok', 'order.notUnpaid', 'order.notUnpaid'])
  const now = await moved(lost.orderId)
  expect(now).toMatchObject({ CUSTOMER_RECEIVABLE: 0, SUSPENSE: 0, CUSTOMER_PREPAID: -lost.prepaidFen })
  expect(now.DRIVER_AVAILABLE! + now.REVENUE!).toBe(lost.prepaidFen)
  expect(await prepayment(lost.orderId)).toMatchObject({ state: 'APPLIED', appliedFen: lost.prepaidFen, returnDueFen: 0 })
  // Of the same bill, paid in whole, it is as large a part.
  expect((await payRest(paid)).code).toBe(0)
  const whole = await moved(paid.orderId)
  expect(whole).toMatchObject({ CUSTOMER_PREPAID: -lost.prepaidFen, CASH_WX: lost.restFen })
  expect(now.DRIVER_AVAILABLE).toBe(Math.floor((whole.DRIVER_AVAILABLE! * lost.prepaidFen) / (lost.prepaidFen + lost.restFen)))
})

test('whoever pays the rest after all leaves everybody with what the whole bill gives them', async () => {
  const [late, soon] = [await billed(), await billed()]
  expect((await giveUp(late.orderId)).code).toBe(0)
  const answers = await Promise.all([payRest(late), payRest(late)])
  expect(answers.map(({ error }) => error ?? 'ok').toSorted()).toEqual(['ok', 'order.notUnpaid'])
  expect((await payRest(soon)).code).toBe(0)
  expect(await moved(late.orderId)).toEqual(await moved(soon.orderId))
  expect(await rows('select pay_status from orders where order_id = $1', [late.orderId])).toEqual([{ pay_status: 30 }])
  expect(await prepayment(late.orderId)).toMatchObject({ state: 'APPLIED', appliedFen: late.prepaidFen })
})

test('given up by the clock it is the same, once by two processes', async () => {
  const { orderId, prepaidFen } = await billed()
  await world.owner.query(`update orders set filed_at = now() - interval '31 days' where order_id = $1`, [orderId])
  const given = await Promise.all([writeOffOverdue(world.app.platform), writeOffOverdue(world.app.platform)])
  expect(given[0]! + given[1]!).toBe(1)
  expect((await moved(orderId)).CUSTOMER_PREPAID).toBe(-prepaidFen)
  expect(await prepayment(orderId)).toMatchObject({ state: 'APPLIED', appliedFen: prepaidFen })
})

test('a payment and a giving up in the same moment divide the bill once', async () => {
  for (let time = 0; time < 4; time++) {
    const bill = await billed()
    const [paid, given] = await Promise.all([payRest(bill), giveUp(bill.orderId)])
    expect(paid.code, paid.message).toBe(0)
    expect(given.error ?? 'ok').toMatch(/^(ok|order\.notUnpaid)$/)
    expect(await moved(bill.orderId)).toMatchObject({ CUSTOMER_PREPAID: -bill.prepaidFen, CASH_WX: bill.restFen, SUSPENSE: 0 })
  }
})

test('of a fee that was larger than what was paid ahead the same: a part is earned when the rest is given up, it is not judged anew, and can still be paid', async () => {
  const { orderId } = await paidAhead(301)
  const driver = await driverAt(world, 0, 'WAITING')
  await rows(
    `update orders set driver_id = $2, service_status = 302, accepted_at = now() - interval '8 minutes', arrived_at = now() - interval '5 minutes' where order_id = $1`,
    [orderId, driver.driverId],
  )
  const { quoteId } = (await world.send(orderCancelCalls.judgeCancel, { orderId })).data as { quoteId: string }
  expect((await world.send(orderCancelCalls.cancel, { orderId, quoteId, reason: '不走了' })).data).toMatchObject({ feeFen: 1_000 })
  expect(await prepayment(orderId)).toMatchObject({ state: 'HELD', appliedFen: 0 })
  const disputed = await world.send(orderReviewCalls.apply, { orderId, applicant: 'CUSTOMER', reason: 'WRONG_FAULT', note: '司机没有来' })
  const { reviewId } = disputed.data as { reviewId: string }
  const [given, judged] = await Promise.all([
    giveUp(orderId),
    world.send(orderReviewCalls.decide, { reviewId, approve: true, verdict: 'NO_FAULT', feeFen: 0, note: '已核实' }),
  ])
  expect([given.error ?? 'ok', judged.error]).toEqual(['ok', 'orderReview.paid'])
  const now = await moved(orderId)
  expect(now).toMatchObject({ CUSTOMER_RECEIVABLE: 0, SUSPENSE: 0, CUSTOMER_PREPAID: -301 })
  expect((now.DRIVER_AVAILABLE ?? 0) + (now.REVENUE ?? 0)).toBe(301)
  expect(await prepayment(orderId)).toMatchObject({ state: 'APPLIED', appliedFen: 301 })
  expect((await payRest({ orderId, driverId: driver.driverId, prepaidFen: 301, restFen: 699 })).code).toBe(0)
  const after = await moved(orderId)
  expect(after).toMatchObject({ CUSTOMER_PREPAID: -301, CASH_WX: 699 })
  expect((after.DRIVER_AVAILABLE ?? 0) + (after.REVENUE ?? 0)).toBe(1_000)
})
