import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { orderCancelCalls } from '@chauffeur/contract/order/cancel-rules'
import { orderCalls } from '@chauffeur/contract/order/list'
import { orderReviewCalls as calls } from '@chauffeur/contract/order/cancel-review'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Dispatcher } from '#areas/dispatch/engine'
import { inAppOf } from '#test/notices'
import { checkLedger } from '#areas/finance/ledger'
import { engineOf } from '#test/dispatchers'
import { further, workStatus } from '#test/drivers'
import { makeWorld, type World } from '#test/world'
import { endLapsedReviews } from './review.timer.ts'

let world: World
let engine: Dispatcher
beforeAll(async () => {
  world = await makeWorld()
  engine = engineOf(world)
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

async function asked() {
  const of = await further(world, 'arrived')
  const applied = await of.call(calls.driverApply, { id: of.orderId, reason: 'UNSAFE', note: '客户醉酒闹事' })
  expect(applied.code).toBe(0)
  return { ...of, reviewId: (applied.data as { reviewId: string }).reviewId }
}
/** A customer who cancelled at the door and owes ten yuan. */
async function charged() {
  const of = await further(world, 'arrived')
  const { quoteId } = (await world.send(orderCancelCalls.judgeCancel, { orderId: of.orderId })).data as { quoteId: string }
  expect((await world.send(orderCancelCalls.cancel, { orderId: of.orderId, quoteId })).data).toMatchObject({ feeFen: 1_000 })
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
  const { reviewId, orderId, call, driver } = await asked()
  expect((await decide(reviewId, { approve: false })).data).toMatchObject({ state: 40, serviceStatus: 302 })
  expect(await inAppOf(world, driver, /APP_APPEAL/)).toEqual([
    expect.stringMatching(/^APP_APPEAL_REFUSED 订单（尾号\d{6}）：您的取消订单申请未通过。处理说明：已核实$/),
  ])
  expect((await call(dispatchCalls.depart, { id: orderId })).code).toBe(0)
  const { rows: found } = (await world.send(calls.list, { orderId })).data as { rows: { state: number; decidedBy: string }[] }
  expect(found).toMatchObject([{ state: 40, decidedBy: 'all' }])
})

test('a driver reads what they asked for in their own words, and what became of it; another’s is not theirs to read', async () => {
  const { reviewId, orderId, call } = await asked()
  const own = async (ask: typeof call) => ((await ask(calls.driverReviews)).data as AnswerOf<typeof calls.driverReviews>).rows
  const [{ order_no: orderNo }] = (await rows('select order_no from orders where order_id = $1', [orderId])) as [{ order_no: string }]
  const mine = { reviewId, kind: 'LEAVE', orderNo, reason: 'UNSAFE', note: '客户醉酒闹事' }
  expect(await own(call)).toMatchObject([{ ...mine, state: 10, decision: null }])
  await decide(reviewId, { approve: true })
  expect(await own(call)).toMatchObject([{ ...mine, state: 30, decision: { note: '已核实' } }])
  const { call: other } = await further(world, 'arrived')
  expect(await own(other)).toEqual([])
})

test('two operators decide at once: one of them has decided', async () => {
  const { reviewId } = await asked()
  const answers = await Promise.all([decide(reviewId, { approve: true }), decide(reviewId, { approve: false })])
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(answers.find(({ code }) => code !== 0)).toMatchObject({ error: 'orderReview.decided', data: { decidedBy: 'all' } })
})

test('what nobody decided in time the clock decides by the table, and the customer waits no longer', async () => {
  const { reviewId, bookingId, driver } = await asked()
  expect(await endLapsedReviews(world.app.platform)).toBe(0)
  await world.owner.query(`update cancel_reviews set due_at = now() where review_id = $1`, [reviewId])
  expect(await endLapsedReviews(world.app.platform)).toBe(1)
  expect((await inAppOf(world, driver, /APP_APPEAL/)).at(-1)).toMatch(/^APP_APPEAL_GRANTED .*处理说明：超时未处理，由系统处理$/)
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

/** A driver who left and paid ten yuan for it, kept from the customer for an hour. */
async function penalised({ blockedByHand = false } = {}) {
  await world.owner.query(
    `update cancel_rules set waivers = 0, driver_penalty_fen = 1000, hide_driver_s = 3600 where code = 'R8' and tenant_id = $1`,
    [world.tenantA],
  )
  const of = await further(world, 'arrived')
  const pair = [of.orderId, of.driver.driverId]
  if (blockedByHand)
    await world.owner.query(
      `insert into customer_driver_blocks (tenant_id, customer_id, driver_id, until, created_by)
       select tenant_id, customer_id, $2, now() + interval '10 minutes', 1 from orders where order_id = $1`,
      pair,
    )
  expect((await of.call(dispatchCalls.cancel, { id: of.orderId, reason: '客户电话关机' })).code).toBe(0)
  const blocked = async () =>
    (
      await rows(
        `select round(extract(epoch from until - now()) / 60)::int as minutes from customer_driver_blocks k
         where driver_id = $2 and customer_id = (select customer_id from orders where order_id = $1)`,
        pair,
      )
    )[0]?.minutes
  const balance = async () =>
    Number(
      (await rows(`select balance_fen from ledger_accounts where kind = 'DRIVER_AVAILABLE' and owner_id = $1`, [pair[1]]))[0]
        ?.balance_fen ?? 0,
    )
  const kept = async () =>
    (
      await rows(
        'select cancel_verdict, cancel_penalty_fen, cancel_counts, cancel_hidden_until is not null as hidden from orders where order_id = $1',
        [of.orderId],
      )
    )[0]
  const dispute = async () => {
    const applied = await of.call(calls.driverApply, { id: of.orderId, reason: 'WRONG_FAULT', note: '客户让我走的' })
    return (applied.data as { reviewId: string }).reviewId
  }
  return { ...of, blocked, balance, kept, dispute }
}

test('a driver who was right gets back what the first verdict took, once, however often the decision is sent', async () => {
  const { orderId, call, blocked, balance, kept, dispute } = await penalised()
  expect(await kept()).toEqual({ cancel_verdict: 'DRIVER_AT_FAULT', cancel_penalty_fen: 1_000, cancel_counts: true, hidden: true })
  expect([await balance(), await blocked()]).toEqual([-1_000, 60])
  const disputable = async () => ((await call(calls.driverReviews)).data as AnswerOf<typeof calls.driverReviews>).disputable
  expect(await disputable()).toMatchObject([{ orderId, penaltyFen: 1_000 }])
  const reviewId = await dispute()
  expect(await disputable(), 'they said so already').toEqual([])
  const sent = await Promise.all(Array.from({ length: 4 }, () => decide(reviewId, { approve: true, verdict: 'NO_FAULT', feeFen: 0 })))
  expect(sent.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 409701, 409701, 409701])
  expect(sent.find(({ code }) => code === 0)!.data).toMatchObject({ verdict: 'NO_FAULT', penaltyFen: 0 })
  expect(await kept()).toEqual({ cancel_verdict: 'NO_FAULT', cancel_penalty_fen: 0, cancel_counts: false, hidden: false })
  expect(await rows('select event from driver_experience where ref = $1 order by experience_id', [orderId])).toEqual([
    { event: 'CANCEL' },
    { event: 'CANCEL_FORGIVEN' },
  ])
  expect([await balance(), await blocked()]).toEqual([0, undefined])
  expect(
    await rows(
      `select e.step, r.step as of from ledger_entries e left join ledger_entries r on r.entry_id = e.reversal_of where e.business_id = $1 order by e.entry_id`,
      [orderId],
    ),
  ).toEqual([
    { step: 'CANCEL_PENALTY', of: null },
    { step: `PENALTY_CHANGED_${reviewId}`, of: 'CANCEL_PENALTY' },
  ])
  expect(await checkLedger(world.app.platform.db)).toMatchObject({ sound: true })
})

test('of a penalty made smaller only the rest goes back; a second decision gives back the rest; a block by hand stays', async () => {
  const { blocked, balance, kept, dispute } = await penalised({ blockedByHand: true })
  expect(await blocked()).toBe(60)
  const shared = await decide(await dispute(), { approve: true, verdict: 'SHARED', feeFen: 0, penaltyFen: 400 })
  expect(shared.data).toMatchObject({ verdict: 'SHARED', penaltyFen: 400 })
  expect([await balance(), await blocked()]).toEqual([-400, 10])
  // Refused, everything stays.
  expect((await decide(await dispute(), { approve: false })).data).toMatchObject({ state: 40, penaltyFen: 400 })
  expect(await balance()).toBe(-400)
  expect((await decide(await dispute(), { approve: true, verdict: 'CUSTOMER_AT_FAULT', feeFen: 500 })).data).toMatchObject({
    penaltyFen: 0,
  })
  expect(await kept()).toMatchObject({ cancel_verdict: 'CUSTOMER_AT_FAULT', cancel_penalty_fen: 0, cancel_counts: false })
  expect([await balance(), await blocked()]).toEqual([0, 10])
  expect(await checkLedger(world.app.platform.db)).toMatchObject({ sound: true })
})

test('a driver found at fault afterwards pays what the decision says, as far as the account reaches, and counts', async () => {
  const { reviewId, orderId, driver } = await charged()
  expect((await decide(reviewId, { approve: true, verdict: 'NO_FAULT', feeFen: 0, penaltyFen: 100 })).error).toBe('orderReview.notAtFault')
  for (const verdict of ['NO_FAULT', 'DRIVER_AT_FAULT'])
    expect((await decide(reviewId, { approve: true, verdict, feeFen: 100 })).error).toBe('orderReview.customerNotAtFault')
  await world.owner.query(
    `insert into ledger_accounts (tenant_id, owner_type, owner_id, kind, floor_fen) values ($1, 'DRIVER', $2, 'DRIVER_AVAILABLE', -300)`,
    [world.tenantA, driver.driverId],
  )
  const decided = await decide(reviewId, { approve: true, verdict: 'DRIVER_AT_FAULT', feeFen: 0, penaltyFen: 500 })
  expect(decided.data).toMatchObject({ verdict: 'DRIVER_AT_FAULT', feeFen: 0, penaltyFen: 300 })
  expect(await rows('select cancel_penalty_fen, cancel_counts, total_fen from orders where order_id = $1', [orderId])).toEqual([
    { cancel_penalty_fen: 300, cancel_counts: true, total_fen: 0 },
  ])
  expect(await checkLedger(world.app.platform.db)).toMatchObject({ sound: true })
})

test('a driver let go on their own account pays what the operator decides', async () => {
  const { reviewId, orderId } = await asked()
  const decided = await decide(reviewId, { approve: true, verdict: 'DRIVER_AT_FAULT', penaltyFen: 250 })
  expect(decided.data).toMatchObject({ state: 30, verdict: 'DRIVER_AT_FAULT', penaltyFen: 250, serviceStatus: 404 })
  expect(await rows('select cancel_penalty_fen, cancel_counts from orders where order_id = $1', [orderId])).toEqual([
    { cancel_penalty_fen: 250, cancel_counts: true },
  ])
  expect(await checkLedger(world.app.platform.db)).toMatchObject({ sound: true })
})

test('a driver found at fault only by a decision is kept from the customer from then on, and no longer once another decision frees them', async () => {
  await world.owner.query(`update cancel_rules set hide_driver_s = 7200 where code = 'R8' and tenant_id = $1`, [world.tenantA])
  const { reviewId, orderId, driver } = await charged()
  await world.owner.query(`update orders set cancelled_at = now() - interval '5 hours' where order_id = $1`, [orderId])
  const apart = async () =>
    (
      await rows(
        `select round(extract(epoch from k.until - now()) / 60)::int as minutes, k.until = o.cancel_hidden_until as own from orders o
         left join customer_driver_blocks k on k.customer_id = o.customer_id and k.driver_id = $2 where o.order_id = $1`,
        [orderId, driver.driverId],
      )
    )[0]
  expect(await apart()).toEqual({ minutes: null, own: null })
  const { rows: listed } = (await world.send(calls.list, { orderId })).data as { rows: { hideDriverS: object }[] }
  expect(listed[0]!.hideDriverS).toEqual({ DRIVER_AT_FAULT: 7_200, SHARED: 0 })
  expect((await decide(reviewId, { approve: true, verdict: 'DRIVER_AT_FAULT', feeFen: 0 })).code).toBe(0)
  expect(await apart()).toEqual({ minutes: 120, own: true })
  const consequence = async () =>
    ((await world.send(orderCalls.info, { orderId })).data as { cancelConsequence: { hideDriverS: number } }).cancelConsequence
  expect(await consequence()).toMatchObject({ countsToRate: true, hideDriverS: 7_200 })
  expect(
    await rows(`select payload #> '{after,hideDriverS}' as s from order_events where order_id = $1 and event = 'rejudged'`, [orderId]),
  ).toEqual([{ s: 7_200 }])

  // Asked about again: what stands goes on from when it began, and who is freed is free at once.
  await world.owner.query(
    `with earlier as (update orders set cancel_hidden_until = cancel_hidden_until - interval '30 minutes' where order_id = $1 returning cancel_hidden_until)
     update customer_driver_blocks k set until = earlier.cancel_hidden_until from earlier where k.driver_id = $2`,
    [orderId, driver.driverId],
  )
  const again = async (verdict: string) => {
    const applied = await world.send(calls.apply, { orderId, applicant: 'DRIVER', reason: 'WRONG_FAULT', note: '客户让我走的' })
    return decide((applied.data as { reviewId: string }).reviewId, { approve: true, verdict, feeFen: 0 })
  }
  await world.owner.query(`update orders set cancelled_at = now() where order_id = $1`, [orderId])
  expect((await again('DRIVER_AT_FAULT')).code).toBe(0)
  expect(await apart()).toEqual({ minutes: 90, own: true })
  expect((await again('NO_FAULT')).code).toBe(0)
  expect(await apart()).toEqual({ minutes: null, own: null })
  expect(await consequence()).toMatchObject({ countsToRate: false, hideDriverS: 0 })
  expect((await again('DRIVER_AT_FAULT')).code).toBe(0)
  expect(await apart()).toEqual({ minutes: 120, own: true })
  expect(await checkLedger(world.app.platform.db)).toMatchObject({ sound: true })
})

test('of two decisions at once one keeps them apart, once', async () => {
  await world.owner.query(`update cancel_rules set hide_driver_s = 7200 where code = 'R8' and tenant_id = $1`, [world.tenantA])
  const { reviewId, orderId } = await charged()
  const sent = await Promise.all(
    Array.from({ length: 4 }, () => decide(reviewId, { approve: true, verdict: 'DRIVER_AT_FAULT', feeFen: 0 })),
  )
  expect(sent.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(await rows(`select cancel_hide_s from orders where order_id = $1`, [orderId])).toEqual([{ cancel_hide_s: 7_200 }])
})

test('a request that cannot be ended holds up none of those behind it', async () => {
  const [broken, behind] = [await asked(), await asked()]
  await world.owner.query(`update cancel_reviews set due_at = now() - interval '1 hour' where review_id = $1`, [broken.reviewId])
  await world.owner.query(`update cancel_reviews set due_at = now() - interval '1 minute' where review_id = $1`, [behind.reviewId])
  await world.owner.query(
    `create function boom() returns trigger language plpgsql as $$ begin if new.order_id = ${broken.orderId} then raise exception 'boom'; end if; return new; end $$`,
  )
  await world.owner.query('create trigger boom before update on orders for each row execute function boom()')
  try {
    await expect(endLapsedReviews(world.app.platform)).rejects.toThrow('boom')
    const left = await rows('select review_id from cancel_reviews where review_id = any ($1) and state in (10, 20)', [
      [broken.reviewId, behind.reviewId],
    ])
    expect(left).toEqual([{ review_id: broken.reviewId }])
  } finally {
    await world.owner.query('drop trigger boom on orders; drop function boom()')
  }
  expect(await endLapsedReviews(world.app.platform)).toBe(1)
})

test('a request is decided by who may see its order alone, and lies where it lay for everybody else', async () => {
  const { reviewId, orderId } = await asked()
  for (const who of ['other', 'nowhere', 'partner'])
    expect([who, (await world.send(calls.decide, { reviewId, note: '已核实', approve: true }, who)).error]).toEqual([
      who,
      'orderReview.notFound',
    ])
  expect((await world.send(calls.decide, { reviewId: '999999', note: '已核实', approve: true })).error).toBe('orderReview.notFound')
  expect(await rows('select state from cancel_reviews where review_id = $1', [reviewId])).toEqual([{ state: 10 }])
  expect(await rows('select service_status from orders where order_id = $1', [orderId])).not.toEqual([{ service_status: 404 }])
})
