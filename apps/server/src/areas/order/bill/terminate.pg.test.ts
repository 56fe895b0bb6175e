import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { deskTripCalls } from '@chauffeur/contract/call-centre/trip'
import { orderCalls } from '@chauffeur/contract/order/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#areas/finance/ledger'
import { driverAt, placeCall, workStatus } from '#test/drivers'
import { addOrder, makeWorld, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
const one = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]!

/** An order in mid-trip that holds a coupon of ten yuan. */
async function underway(drivers = 1) {
  const phone = `1386600${String(Math.floor(Math.random() * 9000) + 1000)}`
  const { customerId } = await addOrder(world, { phone })
  const { coupon_template_id: templateId } = await one(
    `insert into coupon_templates (tenant_id, name, type, face_fen, days_after_grant, funder, status) values ($1, '十元', 'CASH', 1000, 30, 'TENANT', 1) returning coupon_template_id`,
    [world.tenantA],
  )
  const { coupon_id: couponId } = await one(
    `insert into coupons (tenant_id, coupon_template_id, customer_id, valid_from, valid_to) values ($1, $2, $3, now(), now() + interval '9 days') returning coupon_id`,
    [world.tenantA, templateId, customerId],
  )
  const order = await placeCall(world, { phone, couponId, dropoffLat: 30.4, dropoffLng: 120.3, driverCount: drivers })
  const driver = await driverAt(world, 0, 'DRIVING')
  await world.owner.query(
    `update orders set driver_id = $2, service_status = 303, dispatch_status = 'ASSIGNED', accepted_at = now() - interval '20 minutes',
       arrived_at = now() - interval '15 minutes', depart_at = now() - interval '10 minutes' where order_id = $1`,
    [order.orderId, driver.driverId],
  )
  const { version } = await one('select version from orders where order_id = $1', [order.orderId])
  const end = (billing: 'TRAVELLED' | 'NOTHING', more: object = {}) =>
    world.send(deskTripCalls.terminate, { orderId: order.orderId, version, reason: '事故', evidence: '工单 7', billing, ...more })
  return { ...order, driver, couponId: couponId as string, version: version as number, end }
}
const coupon = (id: string) => one('select state, order_id, discount_fen from coupons where coupon_id = $1', [id])

test('without a bill the coupon comes back, the driver is free and the booking is closed', async () => {
  const trip = await underway()
  expect(await trip.end('NOTHING')).toMatchObject({ code: 0, data: { serviceStatus: 502, payStatus: 0, totalFen: 0, lines: [] } })
  expect(await coupon(trip.couponId)).toMatchObject({ state: 10, order_id: null })
  expect(await workStatus(world, trip.driver)).toBe('ONLINE_IDLE')
  expect(await one('select queue_status from bookings where booking_id = $1', [trip.bookingId])).toEqual({ queue_status: 'CLOSED' })
  expect(await one('select state from dispatch_searches where booking_id = $1', [trip.bookingId])).not.toMatchObject({ state: 'OPEN' })
  expect(await one(`select reason, payload from order_events where order_id = $1 and event = 'terminate'`, [trip.orderId])).toEqual({
    reason: '事故',
    payload: { billing: 'NOTHING', evidence: '工单 7' },
  })
})

test('what was travelled is billed, the coupon is used on it, and the claim is in the ledger', async () => {
  const trip = await underway()
  const ended = (await trip.end('TRAVELLED')).data as { totalFen: number; payStatus: number; lines: { type: string; amountFen: number }[] }
  expect(ended.payStatus).toBe(10)
  expect(ended.lines.find(({ type }) => type === 'COUPON')).toMatchObject({ amountFen: -1000 })
  expect(ended.lines.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(ended.totalFen)
  const { billLines } = (await world.send(orderCalls.info, { orderId: trip.orderId })).data as {
    billLines: { type: string; amountFen: number; reason: string }[]
  }
  expect(billLines).toMatchObject(ended.lines)
  expect(billLines.find(({ type }) => type === 'START')!.reason).toMatch(/^\d\d:\d\d:\d\d 出发/)
  expect(await coupon(trip.couponId)).toMatchObject({ state: 30, discount_fen: 1000 })
  expect(await workStatus(world, trip.driver)).toBe('ONLINE_IDLE')
  expect(await one(`select count(*)::int as n from ledger_entries where business_id = $1 and step = 'FILED'`, [trip.orderId])).toEqual({
    n: 1,
  })
  expect((await checkLedger(world.app.platform.db)).sound).toBe(true)
})

test('the other drivers of the booking go on, and its search too', async () => {
  const trip = await underway(2)
  expect((await trip.end('NOTHING')).code).toBe(0)
  expect(await one('select queue_status from bookings where booking_id = $1', [trip.bookingId])).toEqual({ queue_status: 'WAITING' })
  expect(await one('select state from dispatch_searches where booking_id = $1', [trip.bookingId])).toEqual({ state: 'OPEN' })
})

test('is refused before departure, on a version that is not the last, and a second time', async () => {
  const waiting = await placeCall(world)
  expect(
    await world.send(deskTripCalls.terminate, { orderId: waiting.orderId, version: 1, reason: '试', billing: 'NOTHING' }),
  ).toMatchObject({ error: 'order.notTerminable', data: { serviceStatus: 102 } })
  const trip = await underway()
  expect(await trip.end('NOTHING', { version: trip.version + 1 })).toMatchObject({
    error: 'order.versionConflict',
    data: { version: trip.version },
  })
  const answers = await Promise.all([trip.end('NOTHING'), trip.end('NOTHING')])
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
})

test('only whoever has the authority may', async () => {
  const trip = await underway()
  expect(
    await world.send(deskTripCalls.terminate, { orderId: trip.orderId, version: trip.version, reason: '试', billing: 'NOTHING' }, 'weak'),
  ).toMatchObject({ code: 403 })
  expect((await world.send(callCentreCalls.orderStatus, { orderId: trip.orderId })).data).toMatchObject({
    allowedActions: expect.arrayContaining(['terminate']) as string[],
  })
})

test('a trip without a price is not billed by what was travelled, and can be ended without a bill; what another operator changed is looked at first', async () => {
  const trip = await underway()
  await world.owner.query('update orders set template_id = null, template_version = null where order_id = $1', [trip.orderId])
  expect((await trip.end('TRAVELLED')).error).toBe('order.noPrice')
  await world.owner.query('update orders set version = version + 1 where order_id = $1', [trip.orderId])
  expect((await trip.end('NOTHING')).error).toBe('order.versionConflict')
  expect(await one('select service_status from orders where order_id = $1', [trip.orderId])).toEqual({ service_status: 303 })
  expect(await workStatus(world, trip.driver)).toBe('DRIVING')
  expect((await trip.end('NOTHING', { version: trip.version + 1 })).code).toBe(0)
  expect((await trip.end('NOTHING')).error).toBe('order.notTerminable')
})
