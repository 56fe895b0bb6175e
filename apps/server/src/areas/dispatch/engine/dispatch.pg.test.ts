import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchersOf } from '#test/dispatchers'
import { as, driverAt, offersOf, placeCall, seenAt, type TestDriver, until, workStatus } from '#test/drivers'
import { HANGZHOU, makeWorld, type World } from '#test/world'

let world: World
const { start } = dispatchersOf(() => world)
const row = async (text: string, values: unknown[]) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]!
const orderRow = (orderId: string) => row('select * from orders where order_id = $1', [orderId])

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('the nearest driver is asked first; after a refusal the next nearest, at once, and never the first again', async () => {
  const far = await driverAt(world, 900)
  const near = await driverAt(world, 300)
  const order = await placeCall(world)
  start()
  const [offer] = await until(async () => (await offersOf(world, near)).length && offersOf(world, near), 'offer to the nearest')
  expect(offer).toMatchObject({ orderId: order.orderId, distanceM: 300 })
  expect(await offersOf(world, far)).toEqual([])
  expect(await workStatus(world, near)).toBe('OFFERED')

  expect((await as(world, near)(dispatchCalls.reject, { id: offer!.offerId })).code).toBe(0)
  const [second] = await until(async () => (await offersOf(world, far)).length && offersOf(world, far), 'offer to the next')
  expect(await workStatus(world, near)).toBe('ONLINE_IDLE')

  const accepted = await as(world, far)(dispatchCalls.accept, { id: second!.offerId })
  expect(accepted).toMatchObject({ code: 0, data: { order: { orderId: order.orderId, serviceStatus: 301 } } })
  expect(await orderRow(order.orderId)).toMatchObject({ driver_id: far.driverId, org_id: world.fleetOrg, dispatch_status: 'ASSIGNED' })
  expect(await workStatus(world, far)).toBe('TO_PICKUP')
  expect(await row('select state from dispatch_searches where booking_id = $1', [order.bookingId])).toEqual({ state: 'FOUND' })
  expect(await row('select queue_status from bookings where booking_id = $1', [order.bookingId])).toEqual({ queue_status: 'ASSIGNED' })
  // The same accept again is the same answer, and the other's refused offer stays refused.
  expect(await as(world, far)(dispatchCalls.accept, { id: second!.offerId })).toEqual(accepted)
  expect((await as(world, near)(dispatchCalls.accept, { id: offer!.offerId })).error).toBe('driver.offerGone')
  const events = await world.owner.query('select event from order_events where order_id = $1 order by seq', [order.orderId])
  expect(events.rows.map((e: { event: string }) => e.event)).toEqual(['place', 'offer', 'offer', 'accept'])
})

test('an offer wakes the driver who waits for one', async () => {
  const driver = await driverAt(world, 200)
  start()
  const waiting = offersOf(world, driver, 20)
  // Nearness is looked up in an index that may be half a second old.
  await new Promise((resolve) => setTimeout(resolve, 600))
  const order = await placeCall(world)
  expect(await waiting).toMatchObject([{ orderId: order.orderId }])
})

test('an unanswered offer lapses, the next driver is asked, and a late answer is refused in words', async () => {
  const near = await driverAt(world, 300)
  const next = await driverAt(world, 400)
  const order = await placeCall(world, {}, { offerS: 1 })
  start()
  const [offer] = await until(async () => (await offersOf(world, near)).length && offersOf(world, near), 'first offer')
  await until(async () => (await offersOf(world, next)).length, 'second offer')
  expect(await workStatus(world, near)).toBe('ONLINE_IDLE')
  const late = await as(world, near)(dispatchCalls.accept, { id: offer!.offerId })
  expect(late).toMatchObject({ error: 'driver.offerExpired', message: '应答超时，订单已失效' })
  expect(await orderRow(order.orderId)).toMatchObject({ driver_id: null, service_status: 180 })
})

test('of 200 drivers accepting one order at once exactly one has it, and every other is told so', { timeout: 60_000 }, async () => {
  const drivers: TestDriver[] = []
  for (let i = 0; i < 200; i++) drivers.push(await driverAt(world, 500, 'OFFERED'))
  const order = await placeCall(world)
  const { search_id } = await row('select search_id from dispatch_searches where booking_id = $1', [order.bookingId])
  const offers = await world.owner.query<{ offer_id: string; driver_id: string }>(
    `insert into offers (tenant_id, search_id, booking_id, order_id, round, driver_id, expires_at, distance_m, eta_s)
     select $1, $2, $3, $4, 1, unnest($5::bigint[]), now() + interval '1 minute', 500, 60 returning offer_id, driver_id`,
    [world.tenantA, search_id, order.bookingId, order.orderId, drivers.map(({ driverId }) => driverId)],
  )
  const byId = new Map(drivers.map((driver) => [driver.driverId, driver]))
  const accept = async (offer: { offer_id: string; driver_id: string }) => {
    const call = as(world, byId.get(offer.driver_id)!)
    const answer = await call(dispatchCalls.accept, { id: offer.offer_id })
    // A slow machine may have no connection free in time for all of them; a phone asks again.
    return answer.code === 503 ? call(dispatchCalls.accept, { id: offer.offer_id }) : answer
  }
  const answers = await Promise.all(offers.rows.map(accept))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  const losers = answers.filter(({ code }) => code !== 0)
  expect(new Set(losers.map(({ error }) => error))).toEqual(new Set(['driver.offerGone']))
  expect(losers[0]!.message).toBe('订单已被其他司机接走或已取消')
  const winner = (await orderRow(order.orderId)).driver_id
  const states = await world.owner.query(
    `select work_status, count(*)::int as n, bool_or(driver_id = $2) as won from drivers where driver_id = any ($1) group by 1 order by 2`,
    [drivers.map(({ driverId }) => driverId), winner],
  )
  expect(states.rows).toEqual([
    { work_status: 'TO_PICKUP', n: 1, won: true },
    { work_status: 'ONLINE_IDLE', n: 199, won: false },
  ])
  expect(await row(`select count(*)::int as n from order_events where order_id = $1 and event = 'accept'`, [order.orderId])).toEqual({
    n: 1,
  })
})

test('one driver accepting two orders at once, from two phones, has one of them', async () => {
  const [one, two] = [await placeCall(world), await placeCall(world)]
  for (let round = 0; round < 5; round++) {
    const driver = await driverAt(world, 100, 'OFFERED')
    const offers: string[] = []
    // The index that allows one open offer per driver is put aside: the accept itself has to hold.
    await world.owner.query('drop index if exists offers_open_driver')
    for (const { bookingId, orderId } of [one, two]) {
      const { offer_id } = await row(
        `insert into offers (tenant_id, search_id, booking_id, order_id, round, driver_id, expires_at, distance_m, eta_s)
         select tenant_id, search_id, booking_id, $2, 1, $3, now() + interval '1 minute', 100, 20 from dispatch_searches where booking_id = $1 limit 1 returning offer_id`,
        [bookingId, orderId, driver.driverId],
      )
      offers.push(String(offer_id))
    }
    const answers = await Promise.all(offers.map((id) => as(world, driver)(dispatchCalls.accept, { id })))
    expect(new Set(answers.map(({ error }) => error))).toEqual(new Set(['driver.busy', undefined]))
    const mine = await row('select count(*)::int as n from orders where driver_id = $1 and service_status = 301', [driver.driverId])
    expect(mine).toEqual({ n: 1 })
    await world.owner.query(`update orders set service_status = 180, driver_id = null where order_id = any ($1)`, [
      [one.orderId, two.orderId],
    ])
    await world.owner.query(`update dispatch_searches set state = 'OPEN' where booking_id = any ($1)`, [[one.bookingId, two.bookingId]])
    await world.owner.query(`update offers set result = 'WITHDRAWN' where driver_id = $1`, [driver.driverId])
  }
  await world.owner.query(`create unique index offers_open_driver on offers (tenant_id, driver_id) where result = 'SENT'`)
})

test('where nobody comes the rounds say why, and the order fails with a notice when its time is up', async () => {
  const drivers = {
    offline: await driverAt(world, 200, 'OFFLINE'),
    busy: await driverAt(world, 200, 'DRIVING'),
    stale: await driverAt(world, null),
    listenRange: await driverAt(world, 600),
    qualification: await driverAt(world, 300),
    outOfRadius: await driverAt(world, 2_500),
  }
  seenAt(world, drivers.stale.driverId, 100, 90)
  await world.owner.query('update drivers set listen_radius_m = 500 where driver_id = $1', [drivers.listenRange.driverId])
  await world.owner.query('update drivers set qualification = 40 where driver_id = $1', [drivers.qualification.driverId])
  const order = await placeCall(world, {}, { roundS: 1, rounds: 2, totalS: 2 })
  await world.owner.query(`update dispatch_searches set params = params || '{"radiusStepM": 500}' where booking_id = $1`, [order.bookingId])
  start()
  await until(async () => (await orderRow(order.orderId)).service_status === 506, '506')
  const rounds = await world.owner.query(
    'select round, radius_m, candidates, filtered_out from dispatch_rounds where booking_id = $1 order by round',
    [order.bookingId],
  )
  const why = { offline: 1, busy: 1, stale: 1, listenRange: 1, qualification: 1, outOfRadius: 1 }
  // Drivers of earlier calls are offline by now and counted as that.
  const others = (rounds.rows[0] as { filtered_out: { offline: number } }).filtered_out.offline - 1
  expect(rounds.rows).toEqual(
    [1_000, 1_500].map((radius_m, i) => ({ round: i + 1, radius_m, candidates: 0, filtered_out: { ...why, offline: 1 + others } })),
  )
  expect(await row('select kind, subject, order_id, city_id from notices where order_id = $1', [order.orderId])).toEqual({
    kind: 'DISPATCH_FAILED',
    subject: order.orderNo,
    order_id: order.orderId,
    city_id: HANGZHOU,
  })
  expect(await row('select state from dispatch_searches where booking_id = $1', [order.bookingId])).toEqual({ state: 'FAILED' })
  expect(await row('select queue_status from bookings where booking_id = $1', [order.bookingId])).toEqual({ queue_status: 'FAILED' })
  const status = await world.send(callCentreCalls.orderStatus, { orderId: order.orderId })
  expect(status.data).toMatchObject({
    serviceStatus: 506,
    dispatchStatus: 'FAILED',
    dispatch: { round: 2, radiusM: 1_500, candidates: 0, filteredOut: { listenRange: 1 }, searchEndsAt: null },
  })
})

test('a booking for three drivers asks three at once and goes on for the one who refused', async () => {
  const drivers = [await driverAt(world, 100), await driverAt(world, 200), await driverAt(world, 300), await driverAt(world, 400)]
  const booking = await placeCall(world, { driverCount: 3 })
  expect(booking.all).toHaveLength(3)
  start()
  await until(
    async () => (await row(`select count(*)::int as n from offers where booking_id = $1 and result = 'SENT'`, [booking.bookingId])).n === 3,
    'three offers',
  )
  const [first, second, third, fourth] = drivers as [(typeof drivers)[0], (typeof drivers)[0], (typeof drivers)[0], (typeof drivers)[0]]
  const offer = async (driver: (typeof drivers)[0]) =>
    (await until(async () => (await offersOf(world, driver)).length && offersOf(world, driver), 'offer'))[0]!.offerId
  expect((await as(world, first)(dispatchCalls.accept, { id: await offer(first) })).code).toBe(0)
  expect(await row('select queue_status from bookings where booking_id = $1', [booking.bookingId])).toEqual({
    queue_status: 'PART_ASSIGNED',
  })
  expect((await as(world, second)(dispatchCalls.reject, { id: await offer(second) })).code).toBe(0)
  expect((await as(world, fourth)(dispatchCalls.accept, { id: await offer(fourth) })).code).toBe(0)
  expect((await as(world, third)(dispatchCalls.accept, { id: await offer(third) })).code).toBe(0)
  expect(await row('select state from dispatch_searches where booking_id = $1', [booking.bookingId])).toEqual({ state: 'FOUND' })
  expect(
    await row('select count(distinct driver_id)::int as n from orders where booking_id = $1 and service_status = 301', [booking.bookingId]),
  ).toEqual({ n: 3 })
})

test('the driver the operator chose is asked first, wherever they are; after a refusal the nearest is', async () => {
  const near = await driverAt(world, 200)
  const chosen = await driverAt(world, 3_000)
  await placeCall(world, { driverId: chosen.driverId })
  start()
  const [offer] = await until(async () => (await offersOf(world, chosen)).length && offersOf(world, chosen), 'offer to the chosen')
  expect(await offersOf(world, near)).toEqual([])
  await as(world, chosen)(dispatchCalls.reject, { id: offer!.offerId })
  await until(async () => (await offersOf(world, near)).length, 'offer to the nearest')
  expect(await offersOf(world, chosen)).toEqual([])
})

test('cancelling an order frees the driver who is being asked, also where the operator may not see that driver', async () => {
  for (const who of ['all', 'company', 'partner'] as const) {
    const driver = await driverAt(world, 150, 'ONLINE_IDLE', world.shanghaiOrg)
    const order = await placeCall(world)
    if (who === 'partner') await world.owner.query('update orders set channel_id = $2 where order_id = $1', [order.orderId, world.channel])
    if (who === 'partner')
      await world.owner.query('update bookings set channel_id = $2 where booking_id = $1', [order.bookingId, world.channel])
    const running = start()
    const [offer] = await until(async () => (await offersOf(world, driver)).length && offersOf(world, driver), 'offer')
    await running.stop()
    const asked = await world.send(callCentreCalls.cancel, { orderId: order.orderId, reason: '客户改变主意' }, who)
    const done = await world.send(
      callCentreCalls.cancel,
      { orderId: order.orderId, reason: '客户改变主意', quoteId: (asked.data as { quoteId: string }).quoteId },
      who,
    )
    expect(done).toMatchObject({ code: 0 })
    expect(await workStatus(world, driver)).toBe('ONLINE_IDLE')
    expect(await row('select result from offers where offer_id = $1', [offer!.offerId])).toEqual({ result: 'WITHDRAWN' })
    expect(await row('select state from dispatch_searches where booking_id = $1', [order.bookingId])).toEqual({ state: 'CANCELLED' })
    expect((await as(world, driver)(dispatchCalls.accept, { id: offer!.offerId })).error).toBe('driver.offerGone')
    await world.owner.query(`update drivers set work_status = 'OFFLINE' where driver_id = $1`, [driver.driverId])
  }
})

test('an order given back by its driver is searched for anew, never offered to that driver, and the desk hears of it', async () => {
  const gone = await driverAt(world, 100)
  const other = await driverAt(world, 800)
  const order = await placeCall(world)
  start()
  const [offer] = await until(async () => (await offersOf(world, gone)).length && offersOf(world, gone), 'offer')
  await as(world, gone)(dispatchCalls.accept, { id: offer!.offerId })
  expect((await as(world, gone)(dispatchCalls.cancel, { id: order.orderId, reason: '车辆故障' })).code).toBe(0)
  const [next] = await until(async () => (await offersOf(world, other)).length && offersOf(world, other), 'offer to the other')
  expect(await workStatus(world, gone)).toBe('ONLINE_IDLE')
  expect(await offersOf(world, gone)).toEqual([])
  expect(await orderRow(order.orderId)).toMatchObject({ service_status: 404, cancel_actor: 'DRIVER', cancel_reason: '车辆故障' })
  expect(await orderRow(next!.orderId)).toMatchObject({
    booking_id: order.bookingId,
    attempt: 2,
    order_no: `${order.orderNo}-2`,
    pickup_address: '武林广场',
  })
  expect(await row(`select kind from notices where subject = $1`, [order.orderNo])).toEqual({ kind: 'DRIVER_CANCELLED' })
  // What it shows is its own search, which is over, and not the one that goes on for the next attempt.
  const shown = async (orderId: string) =>
    ((await world.send(callCentreCalls.orderStatus, { orderId })).data as { dispatch: { next: unknown; filteredOut: object } }).dispatch
  expect(await shown(order.orderId)).toMatchObject({
    next: null,
    filteredOut: expect.not.objectContaining({ refusedBooking: 1 }) as object,
  })
  expect(await shown(next!.orderId)).toMatchObject({ next: { step: 'ANSWER' }, filteredOut: { refusedBooking: 1 } })
  // The same request again changes nothing.
  expect((await as(world, gone)(dispatchCalls.cancel, { id: order.orderId, reason: '车辆故障' })).code).toBe(0)
  expect(await row('select count(*)::int as n from orders where booking_id = $1', [order.bookingId])).toEqual({ n: 2 })
})

test('going offline declines what is being asked, and is refused with an order in hand', async () => {
  const first = await driverAt(world, 100)
  const second = await driverAt(world, 200)
  await placeCall(world)
  start()
  await until(async () => (await offersOf(world, first)).length, 'offer')
  expect(await as(world, first)(dispatchCalls.goOffline)).toMatchObject({ code: 0, data: { workStatus: 'OFFLINE' } })
  const [offer] = await until(async () => (await offersOf(world, second)).length && offersOf(world, second), 'offer to the next')
  await as(world, second)(dispatchCalls.accept, { id: offer!.offerId })
  expect((await as(world, second)(dispatchCalls.goOffline)).error).toBe('driver.onOrder')
  expect(await workStatus(world, second)).toBe('TO_PICKUP')
})
