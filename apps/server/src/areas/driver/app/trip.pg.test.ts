import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import { type OrderTrack, orderTrackCalls } from '@chauffeur/contract/order/track'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Dispatcher } from '#areas/dispatch/engine'
import { flushPositions } from '../state/index.ts'
import { sealTracks } from '#areas/order/bill'
import { engineOf } from '#test/dispatchers'
import { as, driverAt, further, north, onTheWay, placeCall, seenAt, until, workStatus } from '#test/drivers'
import { makeWorld, type World } from '#test/world'

let world: World
let engine: Dispatcher
const row = async (text: string, values: unknown[]) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]!

beforeAll(async () => {
  world = await makeWorld()
  engine = engineOf(world, 100)
})
afterAll(async () => {
  await engine.stop()
  await world.close()
})

test('a trip from acceptance to the paid bill: distance from the trace, priced by the template of the order', {
  timeout: 60_000,
}, async () => {
  const goal = north(6_000)
  const { driver, orderId, call } = await onTheWay(world, { dropoffLat: goal.lat, dropoffLng: goal.lng, dropoffAddress: '城北' })
  expect((await call(dispatchCalls.me)).data).toMatchObject({
    workStatus: 'TO_PICKUP',
    order: { orderId, serviceStatus: 301, dropoff: { address: '城北' } },
  })
  // Too early, and somebody else's.
  expect(await call(dispatchCalls.depart, { id: orderId })).toMatchObject({ error: 'driver.wrongState', data: { serviceStatus: 301 } })
  const stranger = await driverAt(world, null, 'OFFLINE')
  expect((await as(world, stranger)(dispatchCalls.arrive, { id: orderId })).error).toBe('driver.orderNotFound')

  seenAt(world, driver.driverId, 1_500)
  expect(await call(dispatchCalls.arrive, { id: orderId })).toMatchObject({ error: 'driver.tooFarFromPickup', data: { limitM: 1_000 } })
  seenAt(world, driver.driverId, 0)
  const arrived = await call(dispatchCalls.arrive, { id: orderId })
  expect(arrived).toMatchObject({ code: 0, data: { order: { serviceStatus: 302 } } })
  expect(await call(dispatchCalls.arrive, { id: orderId })).toEqual(arrived)
  expect(await workStatus(world, driver)).toBe('WAITING')
  expect((await call(dispatchCalls.depart, { id: orderId })).code).toBe(0)
  expect(await workStatus(world, driver)).toBe('DRIVING')

  // Ten minutes on the road, reported in one batch by a device whose clock is a day ahead.
  await world.owner.query(
    `update orders set depart_at = now() - interval '10 minutes', arrived_at = now() - interval '10 minutes', accepted_at = now() - interval '11 minutes' where order_id = $1`,
    [orderId],
  )
  await world.owner.query('delete from track_points where order_id = $1', [orderId])
  const device = Date.now() + 86_400_000
  const fixes = Array.from({ length: 31 }, (_, i) => ({
    ...north(i * 200),
    at: new Date(device - (30 - i) * 20_000 + (i === 0 ? 100 : 0)).toISOString(),
    accuracyM: 10,
  }))
  expect((await call(dispatchCalls.positions, { positions: fixes })).data).toEqual({ accepted: 31, rejected: 0 })
  await flushPositions(world.app.platform)

  seenAt(world, driver.driverId, 3_000)
  expect((await call(dispatchCalls.end, { id: orderId })).error).toBe('driver.tooFarFromDropoff')
  seenAt(world, driver.driverId, 6_000)
  const ended = await call(dispatchCalls.end, { id: orderId })
  expect(ended).toMatchObject({ code: 0, data: { order: { serviceStatus: 304 } } })
  expect(await call(dispatchCalls.end, { id: orderId })).toEqual(ended)
  const frozen = await row('select distance_m, track_quality from orders where order_id = $1', [orderId])
  expect(frozen.track_quality).toBe('GOOD')
  expect(Math.abs(Number(frozen.distance_m) - 6_000)).toBeLessThan(60)

  const track = (await world.send(orderTrackCalls.get, { orderId })).data as OrderTrack
  expect(track).toMatchObject({ final: true, quality: 'GOOD', gaps: [], distanceM: frozen.distance_m })
  expect(track.points.filter(({ phase }) => phase === 'TRIP').length).toBeGreaterThanOrEqual(31)
  expect(track.points.at(-1)!.lat).toBeCloseTo(goal.lat, 5)
  expect(track.points.map(({ at }) => at)).toEqual(track.points.map(({ at }) => at).toSorted())
  expect((await world.send(orderTrackCalls.get, { orderId }, 'other')).error).toBe('order.notFound')

  expect(await call(dispatchCalls.file, { id: orderId, extras: [{ type: 'TOLL', amountFen: 60_000 }] })).toMatchObject({
    error: 'driver.extraTooLarge',
    data: { type: 'TOLL', limitFen: 50_000 },
  })
  const bill = {
    id: orderId,
    extras: [
      { type: 'TOLL', amountFen: 1_500 },
      { type: 'TIP', amountFen: 500 },
    ],
    cashCollected: true,
  }
  const filed = await call(dispatchCalls.file, bill)
  const { lines, totalFen } = filed.data as { lines: { type: string; amountFen: number }[]; totalFen: number }
  expect(lines.map(({ type }) => type)).toEqual(expect.arrayContaining(['START', 'TOLL', 'TIP']))
  expect(totalFen).toBe(lines.reduce((sum, line) => sum + line.amountFen, 0))
  expect(totalFen).toBeGreaterThan(2_000)
  expect((await call(dispatchCalls.file, bill)).data).toEqual(filed.data)
  expect(
    await row('select service_status, pay_status, total_fen, paid_at is not null as paid from orders where order_id = $1', [orderId]),
  ).toEqual({
    service_status: 501,
    pay_status: 30,
    total_fen: totalFen,
    paid: true,
  })
  expect(
    await row('select work_status, order_count, last_order_at is not null as served from drivers where driver_id = $1', [driver.driverId]),
  ).toEqual({
    work_status: 'ONLINE_IDLE',
    order_count: 1,
    served: true,
  })
  expect(
    await row('select c.order_count from customers c join orders o on o.customer_id = c.customer_id where o.order_id = $1', [orderId]),
  ).toEqual({ order_count: 1 })
  const events = await world.owner.query<{ event: string }>('select event from order_events where order_id = $1 order by seq', [orderId])
  expect(events.rows.map(({ event }) => event)).toEqual(['place', 'offer', 'accept', 'arrive', 'depart', 'end', 'file', 'pay'])
  // Once the order is over its points are kept in two lines, and the replay is the same.
  await world.owner.query(`update orders set status_since = now() - interval '10 seconds' where order_id = $1`, [orderId])
  expect(await sealTracks(world.app.platform)).toBe(1)
  expect(await sealTracks(world.app.platform)).toBe(0)
  expect(
    await row('select (select count(*)::int from track_points where order_id = $1) as rows, points from order_tracks where order_id = $1', [
      orderId,
    ]),
  ).toEqual({ rows: 0, points: track.points.length })
  const sealed = (await world.send(orderTrackCalls.get, { orderId })).data as OrderTrack
  expect({ ...sealed, points: sealed.points.map(({ at, phase, accuracyM }) => ({ at, phase, accuracyM })) }).toEqual({
    ...track,
    points: track.points.map(({ at, phase, accuracyM }) => ({ at, phase, accuracyM })),
  })
  for (const [i, point] of sealed.points.entries()) expect(point.lat).toBeCloseTo(track.points[i]!.lat, 5)

  const desk = await world.send(callCentreCalls.orderStatus, { orderId })
  expect(desk.data).toMatchObject({
    serviceStatus: 501,
    payStatus: 30,
    bill: { totalFen },
    dispatch: { offers: [{ result: 'ACCEPTED', driverId: driver.driverId }] },
  })
})

test('a trip without a trace gets an estimated distance that says so, and a reason ends it away from the destination', async () => {
  const goal = north(5_000)
  const { driver, orderId, call } = await onTheWay(world, { dropoffLat: goal.lat, dropoffLng: goal.lng, dropoffAddress: '城北' })
  seenAt(world, driver.driverId, 0)
  await call(dispatchCalls.arrive, { id: orderId })
  await call(dispatchCalls.depart, { id: orderId })
  await world.owner.query(`update orders set depart_at = now() - interval '10 minutes' where order_id = $1`, [orderId])
  await world.owner.query('delete from track_points where order_id = $1', [orderId])
  seenAt(world, driver.driverId, 2_000)
  expect((await call(dispatchCalls.end, { id: orderId, reason: '客户要求提前下车' })).code).toBe(0)
  expect(await row('select distance_m, track_quality from orders where order_id = $1', [orderId])).toEqual({
    distance_m: 2_700,
    track_quality: 'ESTIMATED',
  })
  expect(await row(`select reason from order_events where order_id = $1 and event = 'end'`, [orderId])).toEqual({
    reason: '客户要求提前下车',
  })
  const filed = await call(dispatchCalls.file, { id: orderId })
  expect(await row('select pay_status, total_fen from orders where order_id = $1', [orderId])).toEqual({
    pay_status: 10,
    total_fen: (filed.data as { totalFen: number }).totalFen,
  })
})

test('a booking is over when its drivers file their bills at the same moment', { timeout: 60_000 }, async () => {
  for (let turn = 0; turn < 4; turn++) {
    const drivers = await Promise.all([30, 60, 90].map((metres) => driverAt(world, metres)))
    const { all } = await placeCall(world, { driverCount: drivers.length })
    for (const [n, driver] of drivers.entries()) {
      const id = all[n]!.orderId
      expect((await world.send(dispatchDeskCalls.assign, { orderId: id, driverId: driver.driverId, anyway: true })).code).toBe(0)
      for (const step of [dispatchCalls.arrive, dispatchCalls.depart, dispatchCalls.end]) {
        seenAt(world, driver.driverId, 0)
        expect((await as(world, driver)(step, { id })).code).toBe(0)
      }
    }
    const filed = await Promise.all(drivers.map((driver, n) => as(world, driver)(dispatchCalls.file, { id: all[n]!.orderId })))
    expect(filed.map(({ code }) => code)).toEqual([0, 0, 0])
    expect((await row('select queue_status from bookings where booking_id = $1', [all[0]!.bookingId])).queue_status).toBe('CLOSED')
  }
})

test('a bill takes search and booking in the order in which a round of the search does, and keeps it from neither meanwhile', async () => {
  const { orderId, bookingId, call } = await further(world, 'ended')
  await world.owner.query(
    `update dispatch_searches set state = 'OPEN', ended_at = null, next_round_at = 'infinity', ends_at = 'infinity' where booking_id = $1`,
    [bookingId],
  )
  const round = new pg.Client({ connectionString: world.ownerUrl })
  await round.connect()
  await round.query('begin')
  const { rows } = await round.query<{ pid: number }>(
    'select pg_backend_pid() as pid from dispatch_searches where booking_id = $1 for update',
    [bookingId],
  )
  const filing = call(dispatchCalls.file, { id: orderId, cashCollected: false })
  const waits = async () =>
    (await world.owner.query('select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', [rows[0]!.pid])).rowCount
  await expect.poll(waits, { timeout: 10_000 }).toBe(1)
  // A bill that held the booking already would wait for this round, and this round for the bill.
  await round.query('select from bookings where booking_id = $1 for update nowait', [bookingId])
  await round.query('rollback')
  await round.end()
  expect((await filing).code).toBe(0)
})

test('positions are live at once, kept across a restart, and a jump of 3 000 km is not believed', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  const call = as(world, driver)
  expect((await call(dispatchCalls.goOnline, { ...north(50), accuracyM: 5 })).data).toEqual({ workStatus: 'ONLINE_IDLE' })
  const device = new Date(Date.now() + 86_400_000).toISOString()
  const sentAt = Date.now()
  const sent = await call(dispatchCalls.positions, {
    positions: [
      { ...north(60), at: device },
      { lat: 3.1, lng: 101.6 },
    ],
  })
  expect(sent.data).toEqual({ accepted: 1, rejected: 1 })
  const live = world.app.platform.positions.get(driver.driverId)!
  expect(live.lat).toBeCloseTo(north(60).lat, 6)
  // Device time is kept apart from the time of receiving, which is ours.
  expect(live.receivedAt).toBeGreaterThanOrEqual(sentAt)
  expect(live.deviceAt).toBe(Date.parse(device))
  expect((await call(dispatchCalls.positions, { positions: [{ lat: 91, lng: 0 }] })).code).toBe(400)
  await until(
    async () => (await world.owner.query('select from driver_positions where driver_id = $1', [driver.driverId])).rowCount,
    'row of the position',
    4_000,
  )

  const mars = await driverAt(world, null, 'OFFLINE')
  await as(world, mars)(dispatchCalls.positions, { positions: [{ lat: 30.2741, lng: 120.1551, datum: 'GCJ02' }] })
  const shifted = world.app.platform.positions.get(mars.driverId)!
  expect(Math.abs(shifted.lng - 120.1551)).toBeGreaterThan(0.003)
})

test('a driver who is not qualified or is disabled cannot go online', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  await world.owner.query('update drivers set qualification = 30 where driver_id = $1', [driver.driverId])
  expect(await as(world, driver)(dispatchCalls.goOnline)).toMatchObject({ error: 'driver.notQualified' })
  await world.owner.query(`update drivers set qualification = 50, disabled_reason = '投诉' where driver_id = $1`, [driver.driverId])
  expect(await as(world, driver)(dispatchCalls.goOnline)).toMatchObject({ error: 'driver.notQualified' })
  expect(await workStatus(world, driver)).toBe('OFFLINE')
})
