import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { queueCalls, type QueueRow } from '@chauffeur/contract/call-centre/booking-queue'
import { driverCalls } from '@chauffeur/contract/driver/list'
import { orderCalls } from '@chauffeur/contract/order/list'
import { reportCalls } from '@chauffeur/contract/operations/home'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driverAt, placeCall, seenAt } from '#test/drivers'
import { addOrder, HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const attention = async () =>
  ((await world.send(reportCalls.overview, {})).data as AnswerOf<typeof reportCalls.overview>).attention.map(
    ({ orderId, kind, detail, count }) => ({ orderId, kind, detail, count }),
  )
const set = (orderId: string, columns: string, values: unknown[] = []) =>
  world.owner.query(`update orders set ${columns} where order_id = $1`, [orderId, ...values])

test('home names what the queue names, in the same words and the gravest first, and unpaid bills as one entry at the end', async () => {
  await world.owner.query(`update orders set service_status = 405, pay_status = 0`)
  const [silent, lost, waited] = [await placeCall(world), await placeCall(world), await placeCall(world)]
  const driver = await driverAt(world, null, 'DRIVING')
  seenAt(world, driver.driverId, 4_000, 300)
  await set(silent.orderId, `service_status = 303, driver_id = $2, depart_at = now(), status_since = now(), estimate_duration_s = 0`, [
    driver.driverId,
  ])
  await set(lost.orderId, `service_status = 506, dispatch_status = 'FAILED', status_since = now()`)
  await world.owner.query(`update bookings set queue_status = 'FAILED', updated_at = now() where booking_id = $1`, [lost.bookingId])
  // Due before the silent driver's trip is, and less grave.
  const waiting = await driverAt(world, 0, 'WAITING')
  await set(waited.orderId, `service_status = 302, driver_id = $2, arrived_at = now() - interval '1 hour', status_since = now()`, [
    waiting.driverId,
  ])
  const unpaid = await addOrder(world)
  await set(unpaid.orderId, `service_status = 501, pay_status = 10, status_since = now() - interval '40 minutes'`)
  const later = await addOrder(world)
  await set(later.orderId, `service_status = 501, pay_status = 10, status_since = now() - interval '35 minutes'`)

  const found = await attention()
  expect(found.map(({ orderId, kind, count }) => `${orderId} ${kind} ${count}`)).toEqual([
    `${lost.orderId} DISPATCH_FAILED 1`,
    `${silent.orderId} DRIVER_SILENT 1`,
    `${waited.orderId} WAIT_LONG 1`,
    `${unpaid.orderId} UNPAID_LONG 2`,
  ])
  const { rows } = (await world.send(queueCalls.orderQueue, {})).data as { rows: QueueRow[] }
  const queued = rows.flatMap((row) => row.attention)
  expect(queued.find(({ orderId }) => orderId === lost.orderId)?.detail).toBe(found.find(({ orderId }) => orderId === lost.orderId)?.detail)

  const overview = (await world.send(reportCalls.overview, {})).data as AnswerOf<typeof reportCalls.overview>
  expect(overview.inNeed).toEqual({ bookings: 3, unpaid: 2 })
  expect((await world.send(queueCalls.closeInQueue, { bookingId: lost.bookingId })).code).toBe(0)
  expect((await attention()).map(({ orderId }) => orderId)).not.toContain(lost.orderId)
  await world.owner.query(`update drivers set work_status = 'OFFLINE' where driver_id = $1`, [waiting.driverId])
})

test('the day’s sums are those of its orders: counts by when they were placed, money by when it was paid, by hour and by city', async () => {
  await world.owner.query(`update orders set created_at = now() - interval '9 days', paid_at = null`)
  const overview = async (input: Record<string, unknown> = {}, person: 'all' | 'hangzhou' = 'all') =>
    (await world.send(reportCalls.overview, input, person)).data as AnswerOf<typeof reportCalls.overview>
  const { dayFrom } = await overview()
  /** Placed and paid so many minutes after the operating day began; before it where that is negative. */
  const order = async (of: {
    placed: number
    paid?: number
    fen?: number
    status?: number
    payStatus?: number
    accepted?: boolean
    cityId?: string
  }) => {
    const { orderId } = await addOrder(world, { status: of.status ?? 501, ...(of.cityId && { cityId: of.cityId }) })
    await set(
      orderId,
      `created_at = $2::timestamptz + make_interval(secs => $3), paid_at = $2::timestamptz + make_interval(secs => $4), pay_status = $5, total_fen = $6, accepted_at = case when $7 then created_at end`,
      [dayFrom, of.placed, of.paid ?? null, of.payStatus ?? (of.paid === undefined ? 10 : 30), of.fen ?? 0, of.accepted ?? true],
    )
  }
  // The day may be a few seconds old only: all of today lies in its first.
  await order({ placed: 0, paid: 0, fen: 5_000 })
  await order({ placed: 0, paid: 0, fen: 3_000, cityId: SHANGHAI })
  // Driven today and not paid; paid today and driven yesterday; a fee for cancelling; paid and given back; yesterday's at the same time.
  await order({ placed: 0, fen: 7_000 })
  await order({ placed: -90_000, paid: 0, fen: 2_000 })
  await order({ placed: 0, paid: 0, fen: 1_000, status: 502 })
  await order({ placed: 0, paid: 0, fen: 9_000, payStatus: 50 })
  await order({ placed: -86_400, paid: -86_400, fen: 4_000 })
  await order({ placed: -90_000, paid: -90_000, fen: 600 })
  await order({ placed: 0, status: 506, accepted: false, payStatus: 0 })
  await order({ placed: 0, status: 405, accepted: false, payStatus: 0, cityId: SHANGHAI })
  const seen = await overview()
  expect(seen.orders).toEqual({ placed: 7, finished: 4, cancelled: 2, failed: 1, placedYesterdaySameTime: 1 })
  // Five found a driver, one search failed.
  expect(seen.dispatchSuccessBp).toBe(8_333)
  expect(seen).toMatchObject({ paidFen: 11_000, paidYesterdaySameTimeFen: 4_000 })
  expect(seen.byHour[0]).toEqual({ hour: dayFrom, placed: 7, finished: 4, failed: 1, paidFen: 11_000 })
  expect(seen.byHour.slice(1).every(({ placed, paidFen }) => placed === 0 && paidFen === 0)).toBe(true)
  const cities = Object.fromEntries(seen.byCity.map(({ cityId, placed, paidFen }) => [cityId, { placed, paidFen }]))
  expect(cities).toEqual({ [HANGZHOU]: { placed: 5, paidFen: 8_000 }, [SHANGHAI]: { placed: 2, paidFen: 3_000 } })
  expect(await overview({ cityId: SHANGHAI })).toMatchObject({ paidFen: 3_000, orders: { placed: 2 } })
  expect(await overview({}, 'hangzhou')).toMatchObject({ paidFen: 8_000, orders: { placed: 5 } })
})

test('home, the queue of all and the operator’s own say the same number of bookings in need, a booking of several drivers counted once', async () => {
  await world.owner.query(`update orders set service_status = 405, pay_status = 0`)
  const [several, lost] = [await placeCall(world, { driverCount: 2 }), await placeCall(world)]
  await placeCall(world)
  for (const order of several.all) {
    const driver = await driverAt(world, null, 'TO_PICKUP')
    await set(order.orderId, `service_status = 301, driver_id = $2, accepted_at = now(), status_since = now()`, [driver.driverId])
  }
  await set(lost.orderId, `service_status = 506, dispatch_status = 'FAILED', status_since = now()`)
  await world.owner.query(`update bookings set queue_status = 'FAILED', updated_at = now() where booking_id = $1`, [lost.bookingId])

  const home = (await world.send(reportCalls.overview, {})).data as AnswerOf<typeof reportCalls.overview>
  const queue = (await world.send(queueCalls.orderQueue, {})).data as { counts: { attention: number } }
  const own = (await world.send(queueCalls.myOrderQueue, { attention: 'ANY' })).data as { total: number }
  expect([home.inNeed.bookings, home.attention.length, queue.counts.attention, own.total]).toEqual([2, 2, 2, 2])
})

test('every figure of the home is as long as the list it leads to', async () => {
  const heard = await driverAt(world, null, 'ONLINE_IDLE')
  seenAt(world, heard.driverId, 1_000)
  const { dayFrom, orders, drivers, queue } = (await world.send(reportCalls.overview, {})).data as AnswerOf<typeof reportCalls.overview>
  const found = async (call: { method: string; path: string }, input: Record<string, unknown>) =>
    ((await world.send(call, input)).data as { total: number }).total
  expect(await found(orderCalls.list, { createdAtFrom: dayFrom })).toBe(orders.placed)
  expect(await found(orderCalls.list, { serviceStatus: '[506]', createdAtFrom: dayFrom })).toBe(orders.failed)
  expect(await found(orderCalls.list, { serviceStatus: '[102,180]' })).toBe(queue.waiting)
  expect(await found(driverCalls.list, { workStatus: 'ON_DUTY' })).toBe(drivers.online)
  expect(await found(driverCalls.list, { workStatus: 'ONLINE_IDLE' })).toBe(drivers.idle)
  expect(await found(driverCalls.list, { workStatus: 'SILENT' })).toBe(drivers.silent)
  expect(drivers.silent).toBe(drivers.online - 1)
})
