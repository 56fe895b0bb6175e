import { dispatchCalls } from '@chauffeur/contract/dispatch'
import { orderActionCalls } from '@chauffeur/contract/order-action'
import { orderReviewCalls as calls } from '@chauffeur/contract/order-review'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dispatcher, startDispatch } from '#areas/dispatch'
import { checkLedger } from '#areas/wallet'
import { as, driverAt, offersOf, placeCall, seenAt, until, workStatus } from '#test/drivers'
import { makeWorld, type World } from '#test/world'
import { endLapsedReviews } from './review.timer.ts'

let world: World
let engine: Dispatcher
beforeAll(async () => {
  world = await makeWorld()
  engine = startDispatch(world.app.platform, { log: { warn: () => {}, error: () => {} }, tickMs: 50 })
})
afterAll(async () => {
  await engine.stop()
  await world.close()
})

const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows
const attempts = (bookingId: string) =>
  rows(
    'select attempt, service_status, cancel_rule, cancel_verdict, coalesce(cancel_fee_fen, 0) as fee from orders where booking_id = $1 order by attempt',
    [bookingId],
  )

async function arrived() {
  await world.owner.query(`update drivers set work_status = 'OFFLINE' where work_status in ('ONLINE_IDLE', 'OFFERED')`)
  await world.owner.query(`update orders set service_status = 405 where service_status in (102, 180)`)
  await world.owner.query(`update dispatch_searches set state = 'CANCELLED' where state = 'OPEN'`)
  const driver = await driverAt(world, 100)
  const order = await placeCall(world)
  const [offer] = await until(async () => (await offersOf(world, driver)).length && offersOf(world, driver), 'offer')
  const call = as(world, driver)
  seenAt(world, driver.driverId, 0)
  expect((await call(dispatchCalls.accept, { id: offer!.offerId })).code).toBe(0)
  expect((await call(dispatchCalls.arrive, { id: order.orderId })).code).toBe(0)
  return { driver, call, ...order }
}
async function asked() {
  const of = await arrived()
  const applied = await of.call(calls.driverApply, { id: of.orderId, reason: 'UNSAFE', note: '客户醉酒闹事' })
  expect(applied.code).toBe(0)
  return { ...of, reviewId: (applied.data as { reviewId: string }).reviewId }
}
/** A customer who cancelled at the door and owes ten yuan. */
async function charged() {
  const of = await arrived()
  const { quoteId } = (await world.send(orderActionCalls.judgeCancel, { orderId: of.orderId })).data as { quoteId: string }
  expect((await world.send(orderActionCalls.cancel, { orderId: of.orderId, quoteId })).data).toMatchObject({ feeFen: 1_000 })
  const applied = await world.send(calls.apply, { orderId: of.orderId, applicant: 'CUSTOMER', reason: 'WRONG_FAULT', note: '司机没有来' })
  return { ...of, reviewId: (applied.data as { reviewId: string }).reviewId }
}
const decide = (reviewId: string, more: object) => world.send(calls.decide, { reviewId, note: '已核实', ...more })

test('a driver who may leave is not at fault, and somebody else is looked for at once', async () => {
  const { reviewId, bookingId, driver, orderId, call } = await asked()
  const [waiting] = ((await world.send(calls.list, { state: [10] })).data as { rows: { orderId: string; mayDecide: boolean }[] }).rows
  expect(waiting).toMatchObject({ orderId, mayDecide: true })
  expect((await call(calls.driverApply, { id: orderId, reason: 'UNSAFE', note: '再次申请' })).error).toBe('orderReview.open')
  expect((await decide(reviewId, { approve: true })).data).toMatchObject({ state: 30, verdict: 'NO_FAULT', feeFen: 0, serviceStatus: 404 })
  expect(await attempts(bookingId)).toMatchObject([
    { attempt: 1, service_status: 404, cancel_verdict: 'NO_FAULT', fee: 0 },
    { attempt: 2, cancel_verdict: null },
  ])
  expect(await workStatus(world, driver)).not.toBe('WAITING')
})

test('a driver who may not leave has to serve, and the refusal counts', async () => {
  const { reviewId, orderId, call } = await asked()
  expect((await decide(reviewId, { approve: false })).data).toMatchObject({ state: 40, serviceStatus: 302 })
  expect((await call(dispatchCalls.depart, { id: orderId })).code).toBe(0)
  const { rows: found } = (await world.send(calls.list, { orderId })).data as { rows: { state: number; decidedBy: string }[] }
  expect(found).toMatchObject([{ state: 40, decidedBy: 'all' }])
})

test('two operators decide at once: one of them has decided', async () => {
  const { reviewId } = await asked()
  const answers = await Promise.all([decide(reviewId, { approve: true }), decide(reviewId, { approve: false })])
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(answers.find(({ code }) => code !== 0)).toMatchObject({ error: 'orderReview.decided', data: { decidedBy: 'all' } })
})

test('what nobody decided in time the clock decides by the table, and the customer waits no longer', async () => {
  const { reviewId, bookingId } = await asked()
  expect(await endLapsedReviews(world.app.platform)).toBe(0)
  await world.owner.query(`update cancel_reviews set due_at = now() where review_id = $1`, [reviewId])
  expect(await endLapsedReviews(world.app.platform)).toBe(1)
  expect(await attempts(bookingId)).toMatchObject([
    { service_status: 404, cancel_rule: 'R8', cancel_verdict: 'DRIVER_AT_FAULT' },
    { attempt: 2 },
  ])
  expect(await rows('select state from cancel_reviews where review_id = $1', [reviewId])).toEqual([{ state: 50 }])
  expect((await decide(reviewId, { approve: true })).error).toBe('orderReview.decided')
})

test('a request on an order that went on without it ends, and does nothing', async () => {
  const { reviewId, orderId, call } = await asked()
  expect((await call(dispatchCalls.depart, { id: orderId })).code).toBe(0)
  expect((await decide(reviewId, { approve: true })).error).toBe('orderReview.nothingToReview')
  await world.owner.query(`update cancel_reviews set due_at = now() where review_id = $1`, [reviewId])
  await endLapsedReviews(world.app.platform)
  expect(await rows('select state from cancel_reviews where review_id = $1', [reviewId])).toEqual([{ state: 50 }])
  expect(await rows('select service_status from orders where order_id = $1', [orderId])).toEqual([{ service_status: 303 }])
})

test('a customer who was right owes nothing any more, and the books say so', async () => {
  const { reviewId, orderId } = await charged()
  expect((await decide(reviewId, { approve: true, verdict: 'DRIVER_AT_FAULT', feeFen: 0 })).data).toMatchObject({ feeFen: 0 })
  expect(await rows('select pay_status, total_fen, cancel_verdict from orders where order_id = $1', [orderId])).toEqual([
    { pay_status: 0, total_fen: 0, cancel_verdict: 'DRIVER_AT_FAULT' },
  ])
  expect(await rows('select step from ledger_entries where business_id = $1 order by entry_id', [orderId])).toEqual([
    { step: 'FILED' },
    { step: `RECLAIMED_${reviewId}` },
  ])
  expect(await checkLedger(world.app.platform.db)).toMatchObject({ sound: true })
})

test('a fee that was paid is not judged away', async () => {
  const { reviewId, orderId } = await charged()
  await world.owner.query('update orders set pay_status = 30 where order_id = $1', [orderId])
  expect((await decide(reviewId, { approve: true, verdict: 'NO_FAULT', feeFen: 0 })).error).toBe('orderReview.paid')
  await world.owner.query('update orders set pay_status = 10 where order_id = $1', [orderId])
})
