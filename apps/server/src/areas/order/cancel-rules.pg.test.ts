import { callCentreCalls } from '@chauffeur/contract/call-centre'
import { cancelRulesCalls } from '@chauffeur/contract/cancel-rules'
import { dispatchCalls } from '@chauffeur/contract/dispatch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dispatcher, startDispatch } from '#areas/dispatch'
import { checkLedger } from '#areas/wallet'
import { as, driverAt, offersOf, placeCall, seenAt, until, workStatus } from '#test/drivers'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

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

const rows = async (text: string, values: unknown[]) => (await world.owner.query<Record<string, unknown>>(text, values)).rows
type Rule = { rowId: string; version: number; code: string; feeFen: number; cityId: string | null; changedBy: string }
const rules = async (as: Parameters<World['send']>[2] = 'all') =>
  ((await world.send(cancelRulesCalls.list, {}, as)).data as { rows: Rule[] }).rows

/** A driver at the customer's door. */
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
const waited = (orderId: string, minutes: number) =>
  world.owner.query(`update orders set arrived_at = now() - make_interval(mins => $2) where order_id = $1`, [orderId, minutes])

test('a driver who waited a quarter of an hour and called twice leaves at the customer’s cost, and nobody else is sent', async () => {
  const { driver, call, orderId, bookingId } = await arrived()
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
  const { call, orderId, bookingId } = await arrived()
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
  const { orderId } = await arrived()
  const quote = async (as: Parameters<World['send']>[2] = 'all') =>
    (await world.send(callCentreCalls.cancel, { orderId }, as)).data as { rule: string; feeFen: number }
  expect(await quote()).toMatchObject({ rule: 'R5', feeFen: 1_000 })
  const general = (await rules()).find(({ code }) => code === 'R5')!
  const row = { by: 'CUSTOMER', stage: 'ARRIVED', upToS: 600, verdict: 'CUSTOMER_AT_FAULT', code: 'R5' }
  const save = (input: Record<string, unknown>, as: Parameters<World['send']>[2] = 'all') => world.send(cancelRulesCalls.save, input, as)
  expect((await save({ ...row, rowId: general.rowId, version: 1, feeFen: 1_500 })).data).toEqual({ rowId: general.rowId, version: 2 })
  expect((await save({ ...row, rowId: general.rowId, version: 1, feeFen: 0 })).error).toBe('cancelRules.changed')
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

test('every tenant begins with the table R1 to R9; partners see none of it', async () => {
  expect((await rules('other')).map(({ code }) => code).toSorted()).toEqual(['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8', 'R9'])
  expect(await rules('partner')).toEqual([])
  expect(await rules('nowhere')).toEqual([])
})
