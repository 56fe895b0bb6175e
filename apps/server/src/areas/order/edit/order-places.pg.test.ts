import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { queueCalls } from '@chauffeur/contract/call-centre/booking-queue'
import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { orderCalls } from '@chauffeur/contract/order/list'
import { orderTrackCalls } from '@chauffeur/contract/order/track'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchersOf } from '#test/dispatchers'
import { as, driverAt, north, offersOf, PICKUP, placeCall, seenAt, until } from '#test/drivers'
import { HANGZHOU, makeWorld, type World } from '#test/world'

let world: World
const dispatchers = dispatchersOf(() => world)
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

/** A street that nothing knows. */
const words = { pickupAddress: '文三路无名弄 3 号后门', pickupLat: undefined, pickupLng: undefined }
const stands = async (orderId: string) => (await world.send(callCentreCalls.orderStatus, { orderId })).data as Record<string, unknown>
const quiet = (ms: number) => new Promise((done) => setTimeout(done, ms))

test('an order of words alone is taken, nobody is asked for it, and the desk is told why', async () => {
  const driver = await driverAt(world, 100)
  const { orderId, bookingId } = await placeCall(world, { ...words, pickupNote: '门口有石狮', dropoffAddress: '丈母娘家' })
  const engine = dispatchers.start()
  engine.wake()
  await quiet(600)
  expect(await offersOf(world, driver)).toEqual([])
  expect(await stands(orderId)).toMatchObject({
    serviceStatus: 102,
    pickup: { address: '文三路无名弄 3 号后门', lat: null, lng: null, pin: 'NONE', note: '门口有石狮' },
    dropoff: { address: '丈母娘家', lat: null, pin: 'NONE' },
    dispatch: { next: { step: 'POINT' }, offers: [] },
    allowedActions: expect.arrayContaining(['changePlaces', 'assign']) as string[],
  })
  const { rows } = (await world.send(queueCalls.orderQueue, { attention: 'NO_PICKUP_POINT' })).data as { rows: object[] }
  expect(rows).toMatchObject([{ bookingId, timer: { kind: 'pointMissing', breached: true }, attention: [{ kind: 'NO_PICKUP_POINT' }] }])
  expect((await world.send(orderCalls.info, { orderId })).data).toMatchObject({ pickup: { lat: null, pin: 'NONE' }, estimateDistanceM: 0 })
  expect((await world.send(orderTrackCalls.get, { orderId })).code).toBe(0)
})

test('its search has half an hour for somebody to find out where it is, and begins anew once they have', async () => {
  const driver = await driverAt(world, 200)
  const { all, bookingId } = await placeCall(world, { ...words, driverCount: 2 })
  const [first, second] = all
  await world.owner.query(`update dispatch_searches set ends_at = started_at + interval '30 minutes' where booking_id = $1`, [bookingId])
  dispatchers.start().wake()
  const set = await world.send(orderEditCalls.changePlace, {
    orderId: first!.orderId,
    end: 'PICKUP',
    address: '文三路 478 号',
    ...north(0),
    pin: 'DRAGGED',
    version: 1,
  })
  expect(set).toMatchObject({ code: 0, data: { pickup: { address: '文三路 478 号', lat: PICKUP.lat, pin: 'DRAGGED' } } })
  const offer = await until(async () => (await offersOf(world, driver))[0], 'an offer')
  expect(offer).toMatchObject({ pickup: { address: '文三路 478 号', lat: PICKUP.lat } })
  expect(await stands(second!.orderId)).toMatchObject({ pickup: { address: '文三路 478 号', pin: 'DRAGGED' } })
  const { rows } = await world.owner.query<{ s: number }>(
    `select extract(epoch from ends_at - started_at)::int as s from dispatch_searches where booking_id = $1 and state = 'OPEN'`,
    [bookingId],
  )
  expect(rows).toEqual([{ s: 120 }])
  const seen = (await world.send(orderCalls.info, { orderId: first!.orderId })).data as { timeline: { event: string }[] }
  expect(seen.timeline.map(({ event }) => event)).toContain('pickup')
})

test('a search of words alone is given up after thirty minutes, not two', async () => {
  const placed = await world.send(callCentreCalls.place, { cityId: HANGZHOU, pickupAddress: '不知何处', phone: '13511110001' })
  expect(placed).toMatchObject({ code: 0, data: { timeoutS: 1_800 } })
})

test('assigned by hand, the driver gets the words, drives to where the customer says, and the bill goes by the way driven', async () => {
  const driver = await driverAt(world, 300)
  const { orderId } = await placeCall(world, { ...words, pickupNote: '打双闪', dropoffAddress: '丈母娘家' })
  const near = (await world.send(dispatchDeskCalls.drivers, { orderId })).data as { rows: object[] }
  expect(near.rows[0]).toMatchObject({ driverId: driver.driverId, distanceM: null, etaS: null, hindrance: null })
  expect((await world.send(dispatchDeskCalls.assign, { orderId, driverId: driver.driverId })).code).toBe(0)
  const call = as(world, driver)
  expect((await call(dispatchCalls.me)).data).toMatchObject({
    order: { pickup: { address: '文三路无名弄 3 号后门', lat: null, note: '打双闪' }, dropoff: { address: '丈母娘家', lat: null } },
  })
  expect((await call(dispatchCalls.arrive, { id: orderId })).code).toBe(0)
  expect((await call(dispatchCalls.depart, { id: orderId })).code).toBe(0)
  seenAt(world, driver.driverId, 5_000)
  expect((await call(dispatchCalls.end, { id: orderId })).code).toBe(0)
  expect((await call(dispatchCalls.file, { id: orderId })).code).toBe(0)
  expect(await stands(orderId)).toMatchObject({ serviceStatus: 501, bill: { lines: expect.any(Array) as unknown } })
})

test('a place set too far out, half a point and an order that is over are refused', async () => {
  const { orderId } = await placeCall(world)
  const change = (more: object) => world.send(orderEditCalls.changePlace, { orderId, end: 'PICKUP', address: '别处', ...more })
  expect((await change({ lat: 35, lng: 120 })).error).toBe('callCentre.outsideCity')
  expect(await change({ lat: 30 })).toMatchObject({ code: 400, data: { fields: [{ path: 'lng' }] } })
  expect((await change({ version: 99 })).error).toBe('order.versionConflict')
  expect((await world.send(callCentreCalls.estimate, { cityId: HANGZHOU, pickupLat: 30.2 })).data).toMatchObject({
    fields: [{ path: 'pickupLng' }],
  })
  await world.owner.query('update orders set service_status = 405 where order_id = $1', [orderId])
  expect((await change({})).error).toBe('order.wrongState')
})

test('a price is the starting fare while one end is only words', async () => {
  const quote = async (more: object) => (await world.send(callCentreCalls.estimate, { cityId: HANGZHOU, ...more })).data
  expect(await quote({})).toMatchObject({ distanceM: 0, lines: [{ type: 'START' }, { amountFen: 0 }, { amountFen: 0 }] })
  expect(await quote({ dropoffLat: 30.3, dropoffLng: 120.2 })).toMatchObject({ distanceM: 0 })
})
