import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post } from '#areas/finance/ledger'
import { wholeTenant } from '#platform/database/scope'
import { dispatchersOf } from '#test/dispatchers'
import { as, driverAt, north, offersOf, placeCall, seenAt, type TestDriver, until, workStatus } from '#test/drivers'
import { lockWaits } from '#test/held'
import { addDriver, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
const { start } = dispatchersOf(() => world)

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

type Answer = { code: number; error?: string; data: { orderId: string; orderNo: string; serviceStatus: number; version: number } }
const assign = (orderId: string, driver: { driverId: string }, more: object = {}, who?: string) =>
  world.send(dispatchDeskCalls.assign, { orderId, driverId: driver.driverId, ...more }, who) as unknown as Promise<Answer>
const redispatch = (orderId: string, more: object = {}) =>
  world.send(dispatchDeskCalls.redispatch, { orderId, reason: '客户催促', ...more }) as unknown as Promise<Answer>
const orderRow = async (orderId: string) =>
  (
    await world.owner.query<{ service_status: number; driver_id: string | null; version: number; booking_id: string }>(
      'select service_status, driver_id, version, booking_id from orders where order_id = $1',
      [orderId],
    )
  ).rows[0]!
const block = (bookingId: string, driver: TestDriver, until: string | null = null) =>
  world.owner.query(
    'insert into customer_driver_blocks (tenant_id, customer_id, driver_id, until) select tenant_id, customer_id, $2, $3 from bookings where booking_id = $1',
    [bookingId, driver.driverId, until],
  )
const owe = (driver: TestDriver, fen: number) =>
  world.app.platform.db.write(wholeTenant(world.tenantA), (tx) =>
    post(
      tx,
      { tenantId: world.tenantA, businessType: 'TEST', businessId: driver.driverId, step: 'OWED', actor: { type: 'TIMER', id: null } },
      [
        { account: { ownerType: 'DRIVER', ownerId: driver.driverId, kind: 'DRIVER_AVAILABLE' }, side: 'D', amountFen: fen },
        { account: { ownerType: 'PLATFORM', ownerId: '0', kind: 'REVENUE' }, side: 'C', amountFen: fen },
      ],
    ),
  )

test('the desk gives a waiting order to the driver it names, who has it at once, and whoever was being asked is let go', async () => {
  const asked = await driverAt(world, 200)
  const order = await placeCall(world)
  start()
  await until(async () => (await offersOf(world, asked)).length, 'offer')
  const named = await driverAt(world, 900)
  const done = await assign(order.orderId, named, { reason: '客户指定' })
  expect(done).toMatchObject({ code: 0, data: { orderId: order.orderId, serviceStatus: 301, driverId: named.driverId } })
  expect(await workStatus(world, named)).toBe('TO_PICKUP')
  expect(await workStatus(world, asked)).toBe('ONLINE_IDLE')
  expect(await offersOf(world, asked)).toEqual([])
  const me = (await as(world, named)(dispatchCalls.me)).data as { order: { orderId: string } }
  expect(me.order.orderId).toBe(order.orderId)

  const status = (await world.send(callCentreCalls.orderStatus, { orderId: order.orderId })).data as {
    timeline: { event: string; actorType: string; reason: string }[]
    dispatch: { offers: { driverId: string; result: string; etaS: number }[] }
  }
  expect(status.timeline.at(-1)).toMatchObject({ event: 'accept', actorType: 'OPERATOR', reason: '客户指定' })
  expect(status.dispatch.offers[0]).toMatchObject({ driverId: named.driverId, result: 'ACCEPTED' })
  const { rows } = await world.owner.query('select state from dispatch_searches where booking_id = $1', [order.bookingId])
  expect(rows).toEqual([{ state: 'FOUND' }])
  // Sent twice it is done once.
  expect((await assign(order.orderId, named)).code).toBe(0)
  const other = await driverAt(world, 100)
  expect(await assign(order.orderId, other)).toMatchObject({
    error: 'dispatchDesk.notAssignable',
    data: { serviceStatus: 301, driverId: named.driverId },
  })
})

test('a driver who cannot serve the order is refused, each for their own reason in words', async () => {
  const order = await placeCall(world)
  const refusal = async (driver: { driverId: string }, more: object = {}) => (await assign(order.orderId, driver, more)).error
  expect(await refusal(await driverAt(world, 100, 'OFFLINE'))).toBe('dispatchDesk.driverOffline')
  expect(await refusal(await driverAt(world, 100, 'DRIVING'), { anyway: true })).toBe('dispatchDesk.driverBusy')
  const unqualified = await driverAt(world, 100)
  await world.owner.query(`update drivers set service_types = '{HOURLY}' where driver_id = $1`, [unqualified.driverId])
  expect(await refusal(unqualified)).toBe('dispatchDesk.driverUnqualified')
  const unwanted = await driverAt(world, 100)
  await block(order.bookingId, unwanted)
  expect(await refusal(unwanted, { anyway: true })).toBe('dispatchDesk.driverBlacklisted')
  const debtor = await driverAt(world, 100)
  await owe(debtor, 100_001)
  expect(await refusal(debtor)).toBe('dispatchDesk.walletTooLow')
  expect(await refusal({ driverId: await addDriver(world, { cityId: SHANGHAI, status: 'ONLINE_IDLE' }) })).toBe('dispatchDesk.otherCity')
  expect((await assign(order.orderId, { driverId: await addDriver(world, { orgId: null }) }, {}, 'company')).error).toBe(
    'dispatchDesk.driverNotFound',
  )
  expect((await assign(order.orderId, unwanted, {}, 'other')).code).toBe(404)

  // What is only doubtful is said, and the operator may take it on themselves.
  const far = await driverAt(world, null)
  seenAt(world, far.driverId, 9_000, 300)
  expect(await assign(order.orderId, far)).toMatchObject({
    error: 'dispatchDesk.doubtful',
    data: { doubts: ['stale', 'listenRange', 'outOfRadius'] },
  })
  const { version } = await orderRow(order.orderId)
  expect((await assign(order.orderId, far, { anyway: true, version: version + 1 })).error).toBe('dispatchDesk.versionConflict')
  expect((await assign(order.orderId, far, { anyway: true, version })).code).toBe(0)
})

test('of two operators who assign and a driver who accepts in the same moment one has the order', async () => {
  for (let i = 0; i < 5; i++) {
    const asked = await driverAt(world, 150)
    const order = await placeCall(world)
    const dispatcher = start()
    const [offer] = await until(async () => (await offersOf(world, asked)).length && offersOf(world, asked), 'offer')
    const [first, second] = [await driverAt(world, 300), await driverAt(world, 400)]
    const answers = await Promise.all([
      assign(order.orderId, first),
      assign(order.orderId, second),
      as(world, asked)(dispatchCalls.accept, { id: offer!.offerId }),
    ])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    const has = (await orderRow(order.orderId)).driver_id
    const states = await Promise.all([first, second, asked].map((driver) => workStatus(world, driver)))
    expect(states.toSorted()).toEqual(['ONLINE_IDLE', 'ONLINE_IDLE', 'TO_PICKUP'])
    expect([first, second, asked][states.indexOf('TO_PICKUP')]!.driverId).toBe(has)
    await dispatcher.stop()
    await world.owner.query(`update drivers set work_status = 'OFFLINE'`)
    await world.owner.query('update orders set service_status = 405 where order_id = $1', [order.orderId])
  }
})

test('one driver is never assigned to two orders at once', async () => {
  const driver = await driverAt(world, 200)
  const orders = await Promise.all(Array.from({ length: 4 }, () => placeCall(world)))
  const answers = await Promise.all(orders.map(({ orderId }) => assign(orderId, driver)))
  expect(answers.map(({ error }) => error ?? 'done').toSorted()).toEqual([
    'dispatchDesk.driverBusy',
    'dispatchDesk.driverBusy',
    'dispatchDesk.driverBusy',
    'done',
  ])
})

test('an order is assigned though the search of its booking is being widened for another order in the same moment', async () => {
  const driver = await driverAt(world, 200)
  const { bookingId, all } = await placeCall(world, { driverCount: 2 })
  const widening = new pg.Client({ connectionString: world.ownerUrl })
  await widening.connect()
  await widening.query('begin')
  const { rows } = await widening.query<{ search_id: string }>(
    `update dispatch_searches set state = 'CANCELLED', ended_at = now() where booking_id = $1 and state = 'OPEN' returning search_id`,
    [bookingId],
  )
  await widening.query(
    `insert into dispatch_searches (tenant_id, booking_id, city_id, params, started_at, next_round_at, ends_at)
     select tenant_id, booking_id, city_id, params, started_at, next_round_at, ends_at from dispatch_searches where search_id = $1`,
    [rows[0]!.search_id],
  )
  const assigned = assign(all[1]!.orderId, driver)
  await until(() => lockWaits(world), 'assignment that waits')
  await widening.query('commit')
  await widening.end()
  expect(await assigned).toMatchObject({ code: 0 })
  expect(await orderRow(all[1]!.orderId)).toMatchObject({ driver_id: driver.driverId })
})

test('a failed order begins again wider as its next attempt, never asks who refused, and only once', async () => {
  const near = await driverAt(world, 500)
  const order = await placeCall(world, {}, { totalS: 10 })
  start()
  const [offer] = await until(async () => (await offersOf(world, near)).length && offersOf(world, near), 'offer')
  await as(world, near)(dispatchCalls.reject, { id: offer!.offerId })
  await world.owner.query(`update dispatch_searches set ends_at = now(), next_round_at = now() where booking_id = $1`, [order.bookingId])
  await until(async () => (await orderRow(order.orderId)).service_status === 506, '506')
  const distant = await driverAt(world, 7_000)
  await world.owner.query('update drivers set listen_radius_m = 20000 where driver_id = $1', [distant.driverId])
  const again = await redispatch(order.orderId)
  expect(again).toMatchObject({ code: 0, data: { orderNo: `${order.orderNo}-2`, serviceStatus: 102, radiusM: 10_000 } })
  const [next] = await until(async () => (await offersOf(world, distant)).length && offersOf(world, distant), 'offer to the distant one')
  expect(next!.orderId).toBe(again.data.orderId)
  expect(await offersOf(world, near)).toEqual([])
  expect((await redispatch(order.orderId)).error).toBe('dispatchDesk.notRedispatchable')
  expect((await assign(again.data.orderId, near, { anyway: true })).error).toBe('dispatchDesk.driverRefused')
  expect((await as(world, distant)(dispatchCalls.accept, { id: next!.offerId })).code).toBe(0)

  // Taken from a driver who does not come, it goes to the next attempt, and that driver is free and never asked again.
  const replacing = await driverAt(world, 300)
  const third = await redispatch(again.data.orderId, { radiusM: 8_000 })
  expect(third.data).toMatchObject({ orderNo: `${order.orderNo}-3`, radiusM: 8_000 })
  expect(await workStatus(world, distant)).toBe('ONLINE_IDLE')
  expect((await orderRow(again.data.orderId)).service_status).toBe(404)
  const { rows: taken } = await world.owner.query(
    'select cancel_penalty_fen, cancel_counts, cancel_hide_s from orders where order_id = $1',
    [again.data.orderId],
  )
  expect(taken).toEqual([{ cancel_penalty_fen: null, cancel_counts: false, cancel_hide_s: 0 }])
  await until(async () => (await offersOf(world, replacing)).length, 'offer to the replacing one')
  expect((await assign(third.data.orderId, distant, { anyway: true })).error).toBe('dispatchDesk.driverRefused')
})

test('a failed order is given by hand to a driver, with its discount no longer promised where it was used elsewhere', async () => {
  const order = await placeCall(world)
  await world.owner.query(
    `update orders set coupon_id = 77, estimate_lines = '[{"type":"START","label":"起步价","amountFen":3500},{"type":"COUPON","label":"券","amountFen":-1000}]', estimate_fen = 2500 where order_id = $1`,
    [order.orderId],
  )
  await world.owner.query(`update dispatch_searches set ends_at = now(), next_round_at = now() where booking_id = $1`, [order.bookingId])
  start()
  await until(async () => (await orderRow(order.orderId)).service_status === 506, '506')
  const driver = await driverAt(world, 400)
  const done = await assign(order.orderId, driver)
  expect(done).toMatchObject({ code: 0, data: { orderNo: `${order.orderNo}-2`, serviceStatus: 301 } })
  const { rows } = await world.owner.query('select coupon_id, estimate_fen from orders where order_id = $1', [done.data.orderId])
  expect(rows).toEqual([{ coupon_id: null, estimate_fen: 3500 }])
})

test('a search under way goes on wider, and its open offer stays open', async () => {
  const near = await driverAt(world, 500)
  const order = await placeCall(world)
  start()
  const [offer] = await until(async () => (await offersOf(world, near)).length && offersOf(world, near), 'offer')
  const wider = await redispatch(order.orderId, { radiusM: 12_000 })
  expect(wider.data).toMatchObject({ orderId: order.orderId, serviceStatus: 180, radiusM: 12_000, timeoutS: 120 })
  const { rows } = await world.owner.query(
    `select state, params ->> 'maxRadiusM' as radius from dispatch_searches where booking_id = $1 order by search_id`,
    [order.bookingId],
  )
  expect(rows).toEqual([
    { state: 'CANCELLED', radius: '5000' },
    { state: 'OPEN', radius: '12000' },
  ])
  expect((await as(world, near)(dispatchCalls.accept, { id: offer!.offerId })).code).toBe(0)
})

test('each round says how many drivers the customer does not want, owe too much or are not of the team', async () => {
  const unwanted = await driverAt(world, 100)
  const debtor = await driverAt(world, 200)
  await owe(debtor, 150_000)
  const outsider = await driverAt(world, 300)
  const member = await driverAt(world, 400)
  const { rows } = await world.owner.query<{ team_id: string }>(
    `insert into order_teams (tenant_id, city_id, name, channel_ids, exclusive_s) values ($1, 330100, '银行队', array[$2::bigint], 60) returning team_id`,
    [world.tenantA, world.channel],
  )
  await world.owner.query('insert into order_team_members (tenant_id, team_id, driver_id) values ($1, $2, $3)', [
    world.tenantA,
    rows[0]!.team_id,
    member.driverId,
  ])
  const order = await placeCall(world, { channelId: world.channel })
  await block(order.bookingId, unwanted)
  await world.send(dispatchDeskCalls.drivers, { orderId: order.orderId })
  const shown = (await world.send(dispatchDeskCalls.drivers, { orderId: order.orderId })).data as {
    rows: { driverId: string; hindrance: string | null; overridable: boolean }[]
  }
  const near = [unwanted, debtor, outsider, member].map(({ driverId }) => shown.rows.find((row) => row.driverId === driverId))
  expect(near.map((row) => [row?.hindrance, row?.overridable])).toEqual([
    ['blacklisted', false],
    ['walletFloor', false],
    ['team', true],
    [null, false],
  ])
  start()
  const [offer] = await until(async () => (await offersOf(world, member)).length && offersOf(world, member), 'offer to the member')
  const { dispatch } = (await world.send(callCentreCalls.orderStatus, { orderId: order.orderId })).data as {
    dispatch: { filteredOut: object; next: { step: string } | null; rounds: object[]; roundsInAll: number }
  }
  expect(dispatch.next?.step).toBe('ANSWER')
  expect(dispatch.roundsInAll).toBe(8)
  expect(dispatch.rounds).toMatchObject([{ round: 1, radiusM: 1_000, candidates: 1, offers: 1, filteredOut: { blacklisted: 1 } }])
  expect(dispatch.filteredOut).toMatchObject({ blacklisted: 1, walletFloor: 1, team: 1 })
  // Once the team’s time is over, everybody else sees it.
  await world.owner.query(`update dispatch_searches set team_until = now() where booking_id = $1`, [order.bookingId])
  await as(world, member)(dispatchCalls.reject, { id: offer!.offerId })
  await until(async () => (await offersOf(world, outsider)).length, 'offer to the outsider')
})

test('in batch mode too a driver whom the customer does not want is not matched', async () => {
  const unwanted = await driverAt(world, 100)
  const other = await driverAt(world, 900)
  const order = await placeCall(world, { pickupLat: north(0).lat }, { mode: 'BATCH', batchS: 1 })
  await block(order.bookingId, unwanted)
  start()
  await until(async () => (await offersOf(world, other)).length, 'offer to the other')
  expect(await offersOf(world, unwanted)).toEqual([])
})

test('a driver whose telephone is silent cannot say to have arrived; the desk confirms it for them with a reason, once, and the trip goes on', async () => {
  const driver = await driverAt(world, 100)
  const order = await placeCall(world)
  const id = order.orderId
  const confirm = (who?: string, more: object = {}) =>
    world.send(dispatchDeskCalls.confirmArrival, { orderId: id, reason: '地下车库没有信号', ...more }, who) as unknown as Promise<Answer>
  expect(await confirm()).toMatchObject({ error: 'dispatchDesk.notArrivable', data: { serviceStatus: 102 } })
  expect((await assign(id, driver)).code).toBe(0)
  const call = as(world, driver)
  // Last heard of at the pick-up, but before this order.
  world.app.platform.positions.remove(driver.driverId)
  seenAt(world, driver.driverId, 0, 600)
  expect(await call(dispatchCalls.arrive, { id })).toMatchObject({ error: 'driver.placeUnknown', data: { knownS: 120 } })

  const { version } = await orderRow(id)
  expect((await confirm('other')).code).toBe(404)
  expect((await confirm('weak')).code).toBe(403)
  expect((await confirm('all', { reason: ' ' })).code).toBe(400)
  expect((await confirm('all', { version: version - 1 })).error).toBe('dispatchDesk.versionConflict')
  const both = await Promise.all([confirm('all', { version }), confirm('hangzhou')])
  expect(both.map(({ code, data }) => [code, data.serviceStatus])).toEqual([
    [0, 302],
    [0, 302],
  ])
  expect(await workStatus(world, driver)).toBe('WAITING')
  const { rows } = await world.owner.query(
    `select actor_type, reason, payload ->> 'distanceM' as away, (payload ->> 'ageS')::int >= 600 as old from order_events where order_id = $1 and event = 'arrive'`,
    [id],
  )
  expect(rows).toEqual([{ actor_type: 'OPERATOR', reason: '地下车库没有信号', away: '0', old: true }])
  expect((await call(dispatchCalls.depart, { id })).code).toBe(0)
  // Away from where they are going, as far as anybody knows: a reason is asked for.
  await world.owner.query('update orders set dropoff_lat = pickup_lat, dropoff_lng = pickup_lng where order_id = $1', [id])
  expect((await call(dispatchCalls.end, { id })).error).toBe('driver.tooFarFromDropoff')
  expect((await call(dispatchCalls.end, { id, reason: '手机没有信号' })).code).toBe(0)
  expect(await confirm()).toMatchObject({ error: 'dispatchDesk.notArrivable', data: { serviceStatus: 304 } })
})
