import type { QueueRow } from '@chauffeur/contract/call-centre/booking-queue'
import { queueCalls } from '@chauffeur/contract/call-centre/booking-queue'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { as, driverAt, placeCall, seenAt } from '#test/drivers'
import { HANGZHOU, makeWorld, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.owner.query(`update orders set service_status = 405 where service_status between 100 and 399`)
  await world.owner.query(`update bookings set queue_status = 'CLOSED'`)
})

type Person = Parameters<World['send']>[2]
interface Page {
  rows: QueueRow[]
  total: number
  counts: { attention: number; unclaimed: number; breached: number }
}
const queue = async (input: object = {}, person: Person = 'all') =>
  (await world.send(queueCalls.orderQueue, { ...input }, person)).data as Page
const mine = async (person: Person) => (await world.send(queueCalls.myOrderQueue, {}, person)).data as Page
const claim = (input: object, person: Person) => world.send(queueCalls.claimFromQueue, { ...input }, person)
const set = (orderId: string, columns: string, values: unknown[] = []) =>
  world.owner.query(`update orders set ${columns} where order_id = $1`, [orderId, ...values])
const events = async (bookingId: string) =>
  (
    await world.owner.query<{ event: string }>(
      `select payload ->> 'event' as event from live_events where topic = 'orders' and payload ->> 'bookingId' = $1 order by event_id`,
      [bookingId],
    )
  ).rows.map(({ event }) => event)
/** A search that ended with nobody. */
async function failed() {
  const order = await placeCall(world)
  await set(order.orderId, `service_status = 506, dispatch_status = 'FAILED', status_since = now()`)
  await world.owner.query(`update bookings set queue_status = 'FAILED', updated_at = now() where booking_id = $1`, [order.bookingId])
  await world.owner.query(`update dispatch_searches set state = 'FAILED', round = 8, radius_m = 5000 where booking_id = $1`, [
    order.bookingId,
  ])
  return order
}

/** So many bookings under way, half of them still looking for a driver, straight into the tables; their ids. */
async function busyHour(count: number): Promise<string[]> {
  const { rows } = await world.owner.query<{ booking_id: string }>(
    `with customer as (insert into customers (tenant_id, phone, name, city_id) values ($1, '13511112222', '忙时', $2) returning customer_id),
     booking as (insert into bookings (tenant_id, booking_no, source, city_id, customer_id, caller_phone, contact_phone, driver_count, queue_status, created_at)
       select $1, 'Q' || n, 'APP', $2, customer_id, '13511112222', '13511112222', 1, 'WAITING', now() - n * interval '1 ms' from customer, generate_series(1, $3::int) n
       returning booking_id, booking_no, customer_id)
     insert into orders (tenant_id, order_no, booking_id, service_status, pay_status, dispatch_status, source, city_id, customer_id, customer_name, contact_phone, pickup_address, pickup_lat, pickup_lng,
       dispatch_at, accepted_at, arrived_at, depart_at, status_since)
     select $1, 'Q' || booking_no, booking_id, (array[102, 180, 301, 303])[1 + (booking_id % 4)::int], 0, 'SEARCHING', 'APP', $2, customer_id, '忙时', '13511112222', '武林广场', 30.27, 120.15,
       now(), now(), now(), now(), now() - booking_id * interval '1 ms' from booking returning booking_id`,
    [world.tenantA, HANGZHOU, count],
  )
  const ids = rows.map(({ booking_id }) => booking_id)
  await world.owner.query(
    `insert into dispatch_searches (tenant_id, booking_id, city_id, params, ends_at, round, radius_m)
     select tenant_id, booking_id, city_id, '{}', now() + booking_id * interval '7 ms', 1, 1000 from orders where booking_id = any ($1::bigint[]) and service_status in (102, 180)`,
    [ids],
  )
  await world.owner.query(
    `insert into offers (tenant_id, search_id, booking_id, order_id, round, driver_id, expires_at, result, answered_at, distance_m, eta_s)
     select tenant_id, 1, booking_id, order_id, 1, 1, now(), 'ACCEPTED', now() + booking_id * interval '3 ms', 2000, 300 from orders where booking_id = any ($1::bigint[]) and service_status = 301`,
    [ids],
  )
  await world.owner.query('analyze orders, bookings, dispatch_searches, offers')
  return ids
}

describe('the list', () => {
  test('has what breaches its timer next on top, failed searches before all, with the reason in words', async () => {
    const [late, soon, lost] = [await placeCall(world), await placeCall(world), await failed()]
    await world.owner.query(`update dispatch_searches set ends_at = now() + interval '10 seconds' where booking_id = $1`, [soon.bookingId])
    const driver = await driverAt(world, null, 'TO_PICKUP')
    await set(
      late.orderId,
      `service_status = 301, driver_id = $2, accepted_at = now() - interval '40 minutes', status_since = now() - interval '40 minutes'`,
      [driver.driverId],
    )
    seenAt(world, driver.driverId, 4_000, 300)
    const { rows, counts } = await queue()
    expect(rows.map(({ bookingId }) => bookingId)).toEqual([lost.bookingId, late.bookingId, soon.bookingId])
    expect(rows[0]).toMatchObject({
      queueStatus: 'FAILED',
      timer: { kind: 'failed', breached: true },
      attention: [{ kind: 'DISPATCH_FAILED', detail: '搜到第 8 轮（半径 5.0 km）仍无人接单' }],
    })
    expect(rows[1]).toMatchObject({ serviceStatus: 301, timer: { kind: 'driverLate', breached: true }, queueStatus: 'ASSIGNED' })
    expect(rows[1]!.inStatusS).toBeGreaterThanOrEqual(2_400)
    expect(rows[1]!.attention).toMatchObject([{ kind: 'DRIVER_SILENT', detail: expect.stringContaining('没有上报位置') as string }])
    expect(counts).toEqual({ attention: 2, unclaimed: 3, breached: 2 })
    expect((await queue({ attention: 'ANY' })).total).toBe(2)
    expect((await queue({ stage: 'FAILED' })).rows.map(({ bookingId }) => bookingId)).toEqual([lost.bookingId])
    expect((await queue({ attention: 'DRIVER_SILENT' })).rows.map(({ bookingId }) => bookingId)).toEqual([late.bookingId])
    expect((await queue({ keyword: soon.orderNo })).total).toBe(1)
    expect((await queue({ pageSize: 2, pageNo: 2 })).rows).toHaveLength(1)
  })

  test('has one row for a booking of several drivers', async () => {
    const booking = await placeCall(world, { driverCount: 3 })
    const driver = await driverAt(world, 100, 'TO_PICKUP')
    await set(booking.all[1]!.orderId, `service_status = 301, driver_id = $2, accepted_at = now()`, [driver.driverId])
    const { rows } = await queue()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ driverCount: 3, queueStatus: 'PART_ASSIGNED' })
    expect(rows[0]!.orders).toHaveLength(3)
  })

  test('of many bookings is in the order of what is due next from the first page to the last, each booking once', {
    timeout: 60_000,
  }, async () => {
    const ids = await busyHour(2_000)
    const [first, last] = [await queue({ pageSize: 50 }), await queue({ pageSize: 50, pageNo: 40 })]
    expect(first).toMatchObject({ total: 2_000, counts: { unclaimed: 2_000 } })
    const due = [...first.rows, ...last.rows].map(({ timer }) => (timer ? Date.parse(timer.dueAt) : Infinity))
    expect(due).toEqual(due.toSorted((a, b) => a - b))
    expect(new Set([...first.rows, ...last.rows].map(({ bookingId }) => bookingId)).size).toBe(100)
    expect((await queue({ stage: 'SERVING' })).total).toBe(1_000)
    expect((await queue({}, 'partner')).total).toBe(0)
    await world.owner.query('delete from dispatch_searches where booking_id = any ($1::bigint[])', [ids])
    await world.owner.query('delete from offers where booking_id = any ($1::bigint[])', [ids])
    await world.owner.query('delete from orders where booking_id = any ($1::bigint[])', [ids])
    await world.owner.query('delete from bookings where booking_id = any ($1::bigint[])', [ids])
  })

  test('obeys city and channel, and masks telephones', async () => {
    await placeCall(world)
    expect((await queue({}, 'nowhere')).total).toBe(0)
    expect((await queue({}, 'partner')).total).toBe(0)
    expect((await queue({}, 'other')).total).toBe(0)
    expect((await queue({}, 'hangzhou')).total).toBe(1)
    expect(await world.send(queueCalls.orderQueue, {}, 'weak')).toMatchObject({ code: 403 })
  })

  test('lets go of a booking when its last bill is filed', async () => {
    const order = await placeCall(world)
    const driver = await driverAt(world, 0, 'FILING')
    await set(
      order.orderId,
      `service_status = 304, driver_id = $2, accepted_at = now(), arrived_at = now(), depart_at = now(), ended_at = now(), distance_m = 3000`,
      [driver.driverId],
    )
    expect((await queue()).total).toBe(1)
    expect((await as(world, driver)(dispatchCalls.file, { id: order.orderId, extras: [] })).code).toBe(0)
    expect((await queue()).total).toBe(0)
    const { rows } = await world.owner.query('select queue_status from bookings where booking_id = $1', [order.bookingId])
    expect(rows).toEqual([{ queue_status: 'CLOSED' }])
  })
})

describe('a claim', () => {
  test('of two operators at the same moment is one’s, and the other hears whose', async () => {
    const { bookingId } = await placeCall(world)
    const answers = await Promise.all([claim({ bookingId }, 'hangzhou'), claim({ bookingId }, 'platform')])
    const [won, lost] = [answers.find(({ code }) => code === 0)!, answers.find(({ code }) => code !== 0)!]
    expect(lost).toMatchObject({ error: 'queue.taken' })
    expect((lost.data as { by: string }).by).toBe((won.data as QueueRow).claimedBy!.name)
    expect(await events(bookingId)).toContain('claim')
  })

  test('puts the booking into the own queue and takes it from whoever placed it', async () => {
    const { bookingId } = await placeCall(world)
    expect((await mine('all')).total).toBe(1)
    expect(await claim({ bookingId }, 'hangzhou')).toMatchObject({ code: 0, data: { mine: true, canClaim: false } })
    expect((await claim({ bookingId }, 'hangzhou')).code).toBe(0)
    expect((await mine('all')).total).toBe(0)
    expect((await mine('hangzhou')).rows.map((row) => row.bookingId)).toEqual([bookingId])
    expect((await queue({ unclaimed: true })).total).toBe(0)
    expect(await world.send(queueCalls.releaseToQueue, { bookingId }, 'all')).toMatchObject({ error: 'queue.taken' })
    expect((await world.send(queueCalls.releaseToQueue, { bookingId }, 'hangzhou')).code).toBe(0)
    expect((await mine('all')).total).toBe(1)
  })

  test('that nobody renewed for half an hour can be taken over', async () => {
    const { bookingId } = await placeCall(world)
    await claim({ bookingId }, 'hangzhou')
    await world.owner.query(`update bookings set claimed_at = now() - interval '31 minutes' where booking_id = $1`, [bookingId])
    expect(await claim({ bookingId }, 'platform')).toMatchObject({ code: 0, data: { claimedBy: { name: 'platform' } } })
  })

  test('without an id gives each of two operators another booking, the most urgent first, and then nothing', async () => {
    const [calm, urgent] = [await placeCall(world), await placeCall(world)]
    await world.owner.query(`update dispatch_searches set ends_at = now() + interval '5 seconds' where booking_id = $1`, [urgent.bookingId])
    expect(await claim({ cityId: HANGZHOU }, 'hangzhou')).toMatchObject({ data: { bookingId: urgent.bookingId } })
    expect(await claim({}, 'platform')).toMatchObject({ data: { bookingId: calm.bookingId } })
    expect(await claim({}, 'hangzhou')).toMatchObject({ error: 'queue.empty' })
  })

  test('of a booking that is over, or beyond one’s scope, is refused', async () => {
    const { bookingId, orderId } = await placeCall(world)
    expect(await claim({ bookingId }, 'other')).toMatchObject({ error: 'queue.notFound' })
    await set(orderId, 'service_status = 501')
    expect(await claim({ bookingId }, 'hangzhou')).toMatchObject({ error: 'queue.closed' })
  })
})

test('a failed search leaves the queue when the customer has been told, and no other booking can', async () => {
  const [lost, live] = [await failed(), await placeCall(world)]
  expect(await world.send(queueCalls.closeInQueue, { bookingId: live.bookingId })).toMatchObject({ error: 'queue.notFailed' })
  expect((await world.send(queueCalls.closeInQueue, { bookingId: lost.bookingId })).data).toMatchObject({ queueStatus: 'CLOSED' })
  expect((await queue()).rows.map(({ bookingId }) => bookingId)).toEqual([live.bookingId])
  expect(await events(lost.bookingId)).toContain('close')
})

test('filters offer the operator’s own cities and begin with all', async () => {
  const { data } = await world.send(queueCalls.queueFilterOptions, {}, 'hangzhou')
  expect(data).toMatchObject({
    cities: [
      { key: '', value: '全部' },
      { key: HANGZHOU, value: '杭州市' },
    ],
  })
})
