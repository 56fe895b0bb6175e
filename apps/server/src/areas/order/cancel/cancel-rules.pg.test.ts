import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { cancelRulesCalls } from '@chauffeur/contract/order/cancel-rules'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { orderCancelCalls } from '@chauffeur/contract/order/cancel-rules'
import { orderCalls } from '@chauffeur/contract/order/list'
import { orderBulkCalls } from '@chauffeur/contract/order/bulk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Dispatcher } from '#areas/dispatch/engine'
import { lockOrder } from '../model/index.ts'
import { checkLedger } from '#areas/finance/ledger'
import { postPaidOnline } from '../bill/index.ts'
import { wholeTenant } from '#platform/database/scope'
import { engineOf } from '#test/dispatchers'
import { as, driverAt, further, offersOf, placeCall, seenAt, until, workStatus } from '#test/drivers'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
let engine: Dispatcher
beforeAll(async () => {
  world = await makeWorld({ jobs: true, settings: { jobs: ['order.bulk'] } })
  engine = engineOf(world)
})
afterAll(async () => {
  await engine.stop()
  await world.close()
})

const rows = async (text: string, values: unknown[]) => (await world.owner.query<Record<string, unknown>>(text, values)).rows
type Rule = { rowId: string; version: number; code: string; feeFen: number; cityId: string | null; changedBy: string }
const rules = async (as: Parameters<World['send']>[2] = 'all') =>
  ((await world.send(cancelRulesCalls.list, {}, as)).data as { rows: Rule[] }).rows

const waited = (orderId: string, minutes: number) =>
  world.owner.query(`update orders set arrived_at = now() - make_interval(mins => $2) where order_id = $1`, [orderId, minutes])

test('a driver who waited a quarter of an hour and called twice leaves at the customer’s cost, and nobody else is sent', async () => {
  const { driver, call, orderId, bookingId } = await further(world, 'arrived')
  await waited(orderId, 16)
  expect((await call(dispatchCalls.logCall, { id: orderId })).data).toEqual({ calls: 1 })
  // A second tap is not a second attempt.
  expect((await call(dispatchCalls.logCall, { id: orderId })).data).toEqual({ calls: 1 })
  await world.owner.query(`update order_events set at = at - interval '1 minute' where order_id = $1 and event = 'driverCall'`, [orderId])
  expect((await call(dispatchCalls.logCall, { id: orderId })).data).toEqual({ calls: 2 })
  expect((await call(dispatchCalls.cancel, { id: orderId, reason: '联系不上客户' })).code).toBe(0)
  expect(
    await rows('select service_status, cancel_rule, cancel_fee_fen, pay_status, total_fen from orders where booking_id = $1', [bookingId]),
  ).toEqual([{ service_status: 404, cancel_rule: 'R7', cancel_fee_fen: 2_000, pay_status: 10, total_fen: 2_000 }])
  expect(await workStatus(world, driver)).toBe('ONLINE_IDLE')
  expect(await rows(`select state from dispatch_searches where booking_id = $1 and state = 'OPEN'`, [bookingId])).toEqual([])
  expect(await rows('select step from ledger_entries where business_id = $1', [orderId])).toEqual([{ step: 'FILED' }])
  expect((await checkLedger(world.app.platform.db)).sound).toBe(true)
})

test('a driver who leaves without that is at fault, and the customer’s order goes on to somebody else', async () => {
  const { call, orderId, bookingId } = await further(world, 'arrived')
  await waited(orderId, 16)
  await call(dispatchCalls.logCall, { id: orderId })
  expect((await call(dispatchCalls.cancel, { id: orderId, reason: '等太久' })).code).toBe(0)
  expect(
    await rows('select attempt, cancel_rule, coalesce(cancel_fee_fen, 0) as fee from orders where booking_id = $1 order by attempt', [
      bookingId,
    ]),
  ).toEqual([
    { attempt: 1, cancel_rule: 'R8', fee: 0 },
    { attempt: 2, cancel_rule: '', fee: 0 },
  ])
})

test('a changed row holds for the next quote, also of those who may not see it; a city’s own row goes before the general one', async () => {
  const { orderId } = await further(world, 'arrived')
  const quote = async (as: Parameters<World['send']>[2] = 'all') =>
    (await world.send(callCentreCalls.cancel, { orderId }, as)).data as { rule: string; feeFen: number }
  expect(await quote()).toMatchObject({ rule: 'R5', feeFen: 1_000 })
  const general = (await rules()).find(({ code }) => code === 'R5')!
  const row = { by: 'CUSTOMER', stage: 'ARRIVED', upToS: 600, verdict: 'CUSTOMER_AT_FAULT', code: 'R5' }
  const save = (input: Record<string, unknown>, as: Parameters<World['send']>[2] = 'all') => world.send(cancelRulesCalls.save, input, as)
  expect((await save({ ...row, rowId: general.rowId, version: 1, feeFen: 1_500 })).data).toEqual({ rowId: general.rowId, version: 2 })
  expect((await save({ ...row, rowId: general.rowId, version: 1, feeFen: 0 })).error).toBe('cancelRules.versionConflict')
  expect(await quote()).toMatchObject({ rule: 'R5', feeFen: 1_500 })

  // Whoever keeps one city changes that city's rows alone.
  expect((await save({ ...row, rowId: general.rowId, version: 2, feeFen: 0 }, 'hangzhou')).error).toBe('cancelRules.outsideScope')
  expect((await save({ ...row, cityId: SHANGHAI, feeFen: 0 }, 'hangzhou')).error).toBe('cancelRules.outsideScope')
  const own = await save({ ...row, code: 'HZ5', cityId: HANGZHOU, feeFen: 300 }, 'hangzhou')
  expect(own.code).toBe(0)
  expect(await quote('company')).toMatchObject({ rule: 'HZ5', feeFen: 300 })
  const { rowId } = own.data as Rule
  expect((await save({ ...row, rowId, version: 1, code: 'HZ5', cityId: HANGZHOU, feeFen: 300, enabled: false }, 'hangzhou')).code).toBe(0)
  expect(await quote()).toMatchObject({ rule: 'R5', feeFen: 1_500 })
})

test('a customer whose driver came before the booked time is judged by the time waited since then; who cancels a search is all one', async () => {
  const { orderId } = await further(world, 'arrived')
  const judged = async (more: object = {}) =>
    ((await world.send(orderCancelCalls.judgeCancel, { orderId, ...more })).data as { rule: string }).rule
  await world.owner.query(`update orders set arrived_at = now() - interval '50 minutes' where order_id = $1`, [orderId])
  expect(await judged()).toBe('R6')
  await world.owner.query(`update orders set book_time = now() - interval '1 minute' where order_id = $1`, [orderId])
  expect(await judged()).toBe('R5')
  const searching = await placeCall(world)
  expect(await judged({ orderId: searching.orderId, byCustomer: false })).toBe('R1')
})

test('every tenant begins with the table R1 to R9; partners see none of it', async () => {
  expect((await rules('other')).map(({ code }) => code).toSorted()).toEqual(['R1', 'R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8', 'R9'])
  expect(await rules('partner')).toEqual([])
  expect(await rules('nowhere')).toEqual([])
})

/** An order on its way with `driver`, who may have held others before. */
async function heldBy(driver: Awaited<ReturnType<typeof driverAt>>) {
  await world.owner.query(`update orders set service_status = 405 where service_status in (102, 180)`)
  await world.owner.query(`update dispatch_searches set state = 'CANCELLED' where state = 'OPEN'`)
  await world.owner.query(`update offers set result = 'WITHDRAWN' where result = 'SENT'`)
  await world.owner.query(`update drivers set work_status = case when driver_id = $1 then 'ONLINE_IDLE' else 'OFFLINE' end`, [
    driver.driverId,
  ])
  seenAt(world, driver.driverId, 100)
  const order = await placeCall(world)
  const [offer] = await until(async () => (await offersOf(world, driver)).length && offersOf(world, driver), 'offer')
  expect((await as(world, driver)(dispatchCalls.accept, { id: offer!.offerId })).code).toBe(0)
  return order
}

test('a driver who cancels pays from the third time in thirty days on, as far as the account reaches, and each counts to the rate', async () => {
  const driver = await driverAt(world, 100)
  const kept = async (orderId: string) =>
    (await rows('select cancel_rule, cancel_penalty_fen, cancel_waived, cancel_counts from orders where order_id = $1', [orderId]))[0]
  const cancel = async () => {
    const order = await heldBy(driver)
    expect((await as(world, driver)(dispatchCalls.cancel, { id: order.orderId, reason: '车辆故障' })).code).toBe(0)
    return kept(order.orderId)
  }
  const waived = { cancel_rule: 'R8', cancel_penalty_fen: 0, cancel_waived: true, cancel_counts: true }
  expect(await cancel()).toEqual(waived)
  expect(await cancel()).toEqual(waived)
  expect(await cancel()).toEqual({ ...waived, cancel_penalty_fen: 1_000, cancel_waived: false })
  const account = (fen: number) =>
    world.owner.query(`select balance_fen::int from ledger_accounts where owner_type = 'DRIVER' and owner_id = $1 and balance_fen = $2`, [
      driver.driverId,
      fen,
    ])
  expect((await account(-1_000)).rowCount).toBe(1)
  // Only what the floor leaves is taken.
  await world.owner.query(`update ledger_accounts set floor_fen = -1300 where owner_type = 'DRIVER' and owner_id = $1`, [driver.driverId])
  expect(await cancel()).toEqual({ ...waived, cancel_penalty_fen: 300, cancel_waived: false })
  expect((await account(-1_300)).rowCount).toBe(1)
  expect((await checkLedger(world.app.platform.db)).sound).toBe(true)
  // Each is noted for the driver's experience, once.
  expect(await rows('select event, count(*)::int as n from driver_experience where driver_id = $1 group by 1', [driver.driverId])).toEqual([
    { event: 'CANCEL', n: 4 },
  ])
})

test('what the operator is shown before is what is done: the driver’s penalty, the rate, and the customer kept from that driver', async () => {
  const saved = await world.send(cancelRulesCalls.save, {
    code: 'R3X',
    by: 'CUSTOMER',
    stage: 'ACCEPTED',
    cityId: HANGZHOU,
    ratingBelowX100: 501,
    verdict: 'DRIVER_AT_FAULT',
    feeFen: 0,
    driverPenaltyFen: 700,
    countsToRate: true,
    hideDriverS: 3_600,
  })
  expect(saved.code).toBe(0)
  const driver = await driverAt(world, 100)
  const order = await heldBy(driver)
  const judged = (await world.send(callCentreCalls.cancel, { orderId: order.orderId })).data as { quoteId: string; consequence: object }
  expect(judged).toMatchObject({
    rule: 'R3X',
    consequence: { driverPenaltyFen: 700, waived: false, countsToRate: true, hideDriverS: 3_600, driverHeld: 1, driverCounted: 0 },
  })
  expect((await world.send(callCentreCalls.cancel, { orderId: order.orderId, quoteId: judged.quoteId })).code).toBe(0)
  expect(await rows('select cancel_penalty_fen, cancel_waived, cancel_counts from orders where order_id = $1', [order.orderId])).toEqual([
    { cancel_penalty_fen: 700, cancel_waived: false, cancel_counts: true },
  ])
  expect(
    await rows(`select until > now() + interval '59 minutes' as hidden from customer_driver_blocks where driver_id = $1`, [
      driver.driverId,
    ]),
  ).toEqual([{ hidden: true }])
  expect((await checkLedger(world.app.platform.db)).sound).toBe(true)
  // Cancelled as one of many, it has the same consequence.
  const other = await driverAt(world, 100)
  const among = await heldBy(other)
  const many = { action: 'CANCEL', text: '系统演练', byCustomer: true, orderIds: [among.orderId] }
  const { jobId } = (await world.send(orderBulkCalls.prepare, many)).data as { jobId: string }
  await world.send(orderBulkCalls.start, { jobId })
  await expect.poll(async () => (await world.send(orderBulkCalls.get, { jobId })).data).toMatchObject({ done: 1, failed: 0 })
  expect(await rows('select cancel_penalty_fen, cancel_waived, cancel_counts from orders where order_id = $1', [among.orderId])).toEqual([
    { cancel_penalty_fen: 700, cancel_waived: false, cancel_counts: true },
  ])
  expect((await checkLedger(world.app.platform.db)).sound).toBe(true)
  const { rowId, version } = saved.data as { rowId: string; version: number }
  expect(
    (
      await world.send(cancelRulesCalls.save, {
        rowId,
        version,
        code: 'R3X',
        by: 'CUSTOMER',
        stage: 'ACCEPTED',
        cityId: HANGZHOU,
        verdict: 'DRIVER_AT_FAULT',
        feeFen: 0,
        enabled: false,
      })
    ).code,
  ).toBe(0)
  const history = (await world.send(cancelRulesCalls.history, { rowId })).data as { rows: { version: number; driverPenaltyFen: number }[] }
  expect(history.rows.map((row) => [row.version, row.driverPenaltyFen])).toEqual([
    [2, 0],
    [1, 700],
  ])
})

test('a case is tried without an order, and a row that contradicts itself is refused at its fields', async () => {
  const tried = async (input: object) =>
    (await world.send(cancelRulesCalls.tryCase, { by: 'CUSTOMER', stage: 'ACCEPTED', ...input })).data as { rule: string; feeFen: number }
  expect(await tried({ inStageS: 60 })).toMatchObject({ rule: 'R2', feeFen: 0 })
  expect(await tried({ inStageS: 600 })).toMatchObject({ rule: 'R4', feeFen: 1_000 })
  expect(await tried({ inStageS: 600, lateS: 301 })).toMatchObject({ rule: 'R3', verdict: 'DRIVER_AT_FAULT' })
  expect(await tried({ by: 'DRIVER', stage: 'ARRIVED', inStageS: 900, calls: 2 })).toMatchObject({ rule: 'R7', feeFen: 2_000 })
  expect(await tried({ by: 'DRIVER', waived: 2 })).toMatchObject({ rule: 'R8', consequence: { driverPenaltyFen: 1_000, waived: false } })
  const refused = (await world.send(cancelRulesCalls.save, {
    code: 'X',
    by: 'DRIVER',
    stage: 'SEARCHING',
    atLeastS: 20,
    upToS: 10,
    from: '08:00',
    waivers: 1,
    verdict: 'NO_FAULT',
    feeFen: 0,
  })) as unknown as { error: string; data: { fields: { path: string }[] } }
  expect(refused.error).toBe('cancelRules.invalid')
  expect(refused.data.fields.map(({ path }) => path)).toEqual(['upToS', 'to', 'stage', 'waivers'])
})

test('an order says what it was judged by and what followed, whatever becomes of the row', async () => {
  const { orderId } = await further(world, 'arrived')
  const { quoteId, rule, consequence } = (await world.send(callCentreCalls.cancel, { orderId })).data as {
    quoteId: string
    rule: string
    consequence: object
  }
  expect((await world.send(callCentreCalls.cancel, { orderId, quoteId })).code).toBe(0)
  const said = async () => (await world.send(orderCalls.info, { orderId })).data as Record<string, unknown>
  const before = await said()
  expect(before).toMatchObject({
    cancelRule: rule,
    cancelCase: { by: 'CUSTOMER', stage: 'ARRIVED', upToS: 600, paidBy: null },
    cancelConsequence: { driverPenaltyFen: 0, waived: false, countsToRate: false, hideDriverS: 0 },
  })
  expect(consequence).toMatchObject(before.cancelConsequence as object)
  expect(before.billLines).toMatchObject([{ label: '取消费', reason: `取消判责规则 ${rule}` }])
  await world.owner.query(
    `insert into cancel_rules (tenant_id, row_id, version, code, by_whom, stage, up_to_s, rank, verdict, fee_fen)
     select tenant_id, row_id, 90, code, by_whom, stage, 60, rank, verdict, fee_fen from cancel_rules where tenant_id = $1 and code = $2 and version = 1`,
    [world.tenantA, rule],
  )
  expect((await said()).cancelCase).toEqual(before.cancelCase)
})

test('who pays decides where a row asks for it', async () => {
  const row = { code: 'FIRM', by: 'CUSTOMER', stage: 'ACCEPTED', paidBy: 'ENTERPRISE', verdict: 'CUSTOMER_AT_FAULT', feeFen: 0 }
  const { rowId, version } = (await world.send(cancelRulesCalls.save, row)).data as Rule
  const tried = async (paidBy?: string) =>
    (await world.send(cancelRulesCalls.tryCase, { by: 'CUSTOMER', stage: 'ACCEPTED', inStageS: 600, ...(paidBy && { paidBy }) })).data
  expect(await tried('ENTERPRISE')).toMatchObject({ rule: 'FIRM', feeFen: 0, ruleCase: { paidBy: 'ENTERPRISE' } })
  expect(await tried('PARTNER')).toMatchObject({ rule: 'R4' })
  expect(await tried()).toMatchObject({ rule: 'R4', feeFen: 1_000 })
  expect((await world.send(cancelRulesCalls.save, { ...row, rowId, version, enabled: false })).code).toBe(0)
  expect(await tried('ENTERPRISE')).toMatchObject({ rule: 'R4' })
})

test('a fee for a cancellation before anybody had the order is the platform’s', async () => {
  const row = { code: 'EARLY', by: 'CUSTOMER', stage: 'SEARCHING', cityId: HANGZHOU, verdict: 'CUSTOMER_AT_FAULT', feeFen: 600 }
  const { rowId, version } = (await world.send(cancelRulesCalls.save, row)).data as Rule
  const { orderId } = await placeCall(world)
  const cancelled = await until(async () => {
    const { quoteId } = (await world.send(callCentreCalls.cancel, { orderId })).data as { quoteId: string }
    // A round that begins in between makes the quote a stale one.
    const done = await world.send(callCentreCalls.cancel, { orderId, quoteId })
    return done.code === 0 && done
  }, 'cancelled')
  expect(cancelled.data).toMatchObject({ feeFen: 600 })
  const revenue = async () =>
    Number(
      (await rows(`select balance_fen from ledger_accounts where kind = 'REVENUE' and tenant_id = $1`, [world.tenantA]))[0]?.balance_fen ??
        0,
    )
  const before = await revenue()
  await world.app.platform.db.write(wholeTenant(world.tenantA), async (tx) =>
    postPaidOnline(tx, (await lockOrder(tx, orderId))!, 'CASH_WX', { type: 'CUSTOMER', id: null }),
  )
  expect((await revenue()) - before).toBe(600)
  expect((await checkLedger(world.app.platform.db)).sound).toBe(true)
  expect((await world.send(cancelRulesCalls.save, { ...row, rowId, version, enabled: false })).code).toBe(0)
})
