import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { type DispatchTeam, dispatchTeamsCalls, type QueuedDriver, type QueuePast } from '@chauffeur/contract/dispatch/team'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { flushPositions } from '#areas/driver/state'
import { inProcessPositions } from '#platform/live/positions'
import { dispatchersOf } from '#test/dispatchers'
import { as, driverAt, north, offersOf, PICKUP, placeCall, seenAt, type TestDriver, until } from '#test/drivers'
import { HANGZHOU, makeWorld, type World } from '#test/world'

let world: World
const { start } = dispatchersOf(() => world)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** Longer than two looks at the queues. */
const LOOKS_MS = 500
let made = { teamId: '', version: 0 }

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const box = (halfM: number) => {
  const [south, up] = [north(-halfM).lat, north(halfM).lat]
  const [west, east] = [PICKUP.lng - 0.01, PICKUP.lng + 0.01]
  const ring = [
    [west, south],
    [east, south],
    [east, up],
    [west, up],
    [west, south],
  ]
  return { type: 'Polygon', coordinates: [ring] }
}
const save = (more: object = {}) =>
  world.send(
    dispatchTeamsCalls.save,
    {
      cityId: HANGZHOU,
      name: '武林广场',
      type: 'POI_QUEUE',
      channelIds: [],
      fence: box(2_000),
      exclusiveS: 60,
      fallback: 'OPEN',
      members: [],
      ...more,
    },
    'hangzhou',
  )
beforeEach(async () => {
  made = (await save()).data
})

const numberOf = async ({ driverId }: TestDriver) =>
  (await world.owner.query<{ driver_no: string }>('select driver_no from drivers where driver_id = $1', [driverId])).rows[0]!.driver_no
const queue = async (who = 'hangzhou', teamId = made.teamId) =>
  (await world.send(dispatchTeamsCalls.queue, { teamId }, who)).data as { open: boolean; waiting: number; rows: QueuedDriver[] }
const standing = async () => (await queue()).rows.map(({ driverId }) => driverId)
const stands = (...drivers: TestDriver[]) =>
  until(async () => (await standing()).join() === drivers.map(({ driverId }) => driverId).join(), 'queue of these drivers')
const past = async () => ((await world.send(dispatchTeamsCalls.queueHistory, { teamId: made.teamId })).data as { rows: QueuePast[] }).rows
const told = async (driver: TestDriver) =>
  (await as(world, driver)(dispatchCalls.queue)).data as {
    queue: { place: number; waiting: number; note: string; movedAt: string | null } | null
    left: { reason: string; note: string } | null
  }
const offered = (driver: TestDriver) =>
  until(async () => (await offersOf(world, driver)).length && offersOf(world, driver), 'offer').then(([offer]) => offer!)

test('of two drivers in the area the one who waits longer is asked first although farther; with the order they leave the queue, and stand at its end after it', async () => {
  const far = await driverAt(world, 1_800)
  start()
  await stands(far)
  const near = await driverAt(world, 100)
  await stands(far, near)
  expect(await told(near)).toMatchObject({ queue: { place: 2, waiting: 2 }, left: null })
  // Whoever is outside waits for the queue, however near.
  const outsider = await driverAt(world, -2_100)
  const order = await placeCall(world, { pickupLat: north(-1_900).lat })
  const offer = await offered(far)
  expect(await offersOf(world, near)).toEqual([])
  expect(await offersOf(world, outsider)).toEqual([])
  expect((await as(world, far)(dispatchCalls.accept, { id: offer.offerId })).code).toBe(0)
  expect(await standing()).toEqual([near.driverId])
  expect(await told(far)).toMatchObject({ queue: null, left: { reason: 'ORDER' } })
  expect(await told(near)).toMatchObject({ queue: { place: 1, waiting: 1 } })

  expect((await as(world, far)(dispatchCalls.cancel, { id: order.orderId, reason: '车辆故障' })).code).toBe(0)
  await world.owner.query(`update dispatch_searches set state = 'CANCELLED' where state = 'OPEN'`)
  await stands(near, far)
})

test('a driver who goes out of the area leaves the queue, not with one wrong position, and comes back at its end', async () => {
  const [first, second] = [await driverAt(world, 300), await driverAt(world, 200)]
  start()
  await until(async () => (await standing()).length === 2, 'both in the queue')
  await stands(first, second)
  seenAt(world, first.driverId, 2_500)
  await wait(LOOKS_MS)
  seenAt(world, first.driverId, 300)
  await wait(LOOKS_MS)
  expect(await standing()).toEqual([first.driverId, second.driverId])
  await until(async () => {
    seenAt(world, first.driverId, 2_500)
    await wait(100)
    return (await standing()).join() === second.driverId
  }, 'queue without who went')
  expect(await past()).toMatchObject([{ reason: 'LEFT_AREA' }])
  seenAt(world, first.driverId, 100)
  await stands(second, first)
  expect((await as(world, second)(dispatchCalls.goOffline)).code).toBe(0)
  expect(await standing()).toEqual([first.driverId])
})

test('an operator moves, puts in and takes out: each is logged and told to the driver, the next order goes by it, and whoever was taken out does not come back by standing there', async () => {
  const [first, second, third] = [await driverAt(world, 300), await driverAt(world, 200), await driverAt(world, 100)]
  start()
  await until(async () => (await standing()).length === 3, 'all in the queue')
  await stands(first, second, third)
  const { teamId } = made
  const move = (driver: TestDriver, seen: number, place: number, who = 'hangzhou') =>
    world.send(dispatchTeamsCalls.moveInQueue, { teamId, driverId: driver.driverId, seenAt: seen, place, note: '客户指定' }, who)
  expect((await move(third, 3, 1)).data).toEqual({ place: 1 })
  expect(await move(second, 2, 1)).toMatchObject({ error: 'dispatchTeams.queueMoved', data: { place: 3 } })
  expect((await move(second, 3, 1, 'other')).error).toBe('dispatchTeams.notFound')
  expect((await move(second, 3, 1, 'partner')).code).toBe(403)
  expect(await standing()).toEqual([third, first, second].map(({ driverId }) => driverId))
  expect(await told(third)).toMatchObject({ queue: { place: 1, note: '客户指定', movedAt: expect.any(String) } })

  const remove = (driver: TestDriver) =>
    world.send(dispatchTeamsCalls.removeFromQueue, { teamId, driverId: driver.driverId, reason: '插队' }, 'hangzhou')
  expect((await remove(first)).code).toBe(0)
  expect((await remove(first)).error).toBe('dispatchTeams.notInQueue')
  expect(await told(first)).toMatchObject({ queue: null, left: { reason: 'REMOVED', note: '插队' } })
  await wait(LOOKS_MS)
  await stands(third, second)

  const put = async (driver: TestDriver) =>
    world.send(dispatchTeamsCalls.putInQueue, { teamId, driverNo: await numberOf(driver) }, 'hangzhou')
  expect((await put(second)).error).toBe('dispatchTeams.inQueue')
  const away = await driverAt(world, 6_000)
  expect((await put(away)).data).toEqual({ place: 3 })
  const busy = await driverAt(world, 6_000, 'DRIVING')
  expect((await put(busy)).error).toBe('dispatchTeams.notIdle')
  // Put in from outside they stay; whoever was taken out comes back once they were outside.
  for (const _ of [1, 2, 3]) {
    seenAt(world, away.driverId, 6_000)
    seenAt(world, first.driverId, 2_500)
    await wait(LOOKS_MS)
  }
  await stands(third, second, away)
  seenAt(world, first.driverId, 300)
  await stands(third, second, away, first)

  const { rows } = await world.owner.query<{ call: string; after: { driverNo: string; place: number | null; reason: string } }>(
    `select call, after from operation_logs where object = 'teamQueue' and object_id = $1 order by at`,
    [teamId],
  )
  expect(rows.map(({ call, after }) => [call.split('.').at(-1), after.driverNo, after.place, after.reason])).toEqual([
    ['moveInQueue', await numberOf(third), 1, '客户指定'],
    ['removeFromQueue', await numberOf(first), null, '插队'],
    ['putInQueue', await numberOf(away), 3, ''],
  ])
  await placeCall(world)
  await offered(third)
})

test('a driver stands in one queue, however often and wherever they are put in at the same moment', async () => {
  const other = ((await save({ name: '西湖', fence: box(1_500) })).data as typeof made).teamId
  const driver = await driverAt(world, 100)
  const driverNo = await numberOf(driver)
  // Leases so short that both processes keep taking the city from each other.
  for (const _ of [1, 2]) start({ tickMs: 20, leaseS: 0 })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      world.send(dispatchTeamsCalls.putInQueue, { teamId: i % 2 ? other : made.teamId, driverNo }, 'hangzhou'),
    ),
  )
  expect(answers.filter(({ code, error }) => code !== 0 && error !== 'dispatchTeams.inQueue')).toEqual([])
  await wait(LOOKS_MS)
  const { rows } = await world.owner.query('select count(*)::int as n from team_queue_entries where driver_id = $1', [driver.driverId])
  expect(rows).toEqual([{ n: 1 }])
})

test('a queue outlives the process that kept it: another one goes on with the same order', async () => {
  const [first, second] = [await driverAt(world, null), await driverAt(world, null)]
  await as(world, first)(dispatchCalls.positions, { positions: [north(900)] })
  const kept = start()
  await stands(first)
  await as(world, second)(dispatchCalls.positions, { positions: [north(100)] })
  await stands(first, second)
  const since = (await queue()).rows.map(({ enteredAt }) => enteredAt)
  await flushPositions(world.app.platform)
  await kept.stop()
  // Nobody listened for so long: it is not the drivers who fell silent.
  await world.owner.query(`update driver_positions set received_at = now() - interval '10 minutes'`)
  start({ platform: { ...world.app.platform, positions: inProcessPositions() } })
  await wait(3 * LOOKS_MS)
  await stands(first, second)
  expect((await queue()).rows.map(({ enteredAt }) => enteredAt)).toEqual(since)
})

test('with nobody in the queue the others are asked at once; switched off, everybody leaves it', async () => {
  const outside = await driverAt(world, 2_200)
  start()
  await wait(LOOKS_MS)
  await placeCall(world, { pickupLat: north(1_900).lat })
  await offered(outside)
  await world.owner.query(`update drivers set work_status = 'OFFLINE'`)

  const inside = await driverAt(world, 100)
  await stands(inside)
  const listed = ((await world.send(dispatchTeamsCalls.list, {})).data as { rows: DispatchTeam[] }).rows[0]!
  expect(listed).toMatchObject({ type: 'POI_QUEUE', waiting: 1, members: [] })
  expect((await save({ ...made, enabled: false })).code).toBe(0)
  await until(async () => (await past()).some(({ reason }) => reason === 'CLOSED'), 'closed')
  expect(await queue()).toEqual({ open: false, waiting: 0, rows: [] })
})

test('in batch mode too a queue’s order is kept, and only those on its list may stand in it', async () => {
  const [far, near, stranger] = [await driverAt(world, 900), await driverAt(world, 300), await driverAt(world, 50)]
  const members = [{ driverNo: await numberOf(far) }, { driverNo: await numberOf(near) }]
  expect((await save({ ...made, members })).code).toBe(0)
  start()
  await stands(far, near)
  const { teamId } = made
  expect((await world.send(dispatchTeamsCalls.putInQueue, { teamId, driverNo: await numberOf(stranger) }, 'hangzhou')).error).toBe(
    'dispatchTeams.notMember',
  )
  await placeCall(world, {}, { mode: 'BATCH', batchS: 1 })
  await offered(far)
  expect(await offersOf(world, near)).toEqual([])
  expect(await offersOf(world, stranger)).toEqual([])
})

test('a queue has an area, a team has drivers, and only a queue has places', async () => {
  expect((await save({ fence: undefined, channelIds: [world.channel] })).error).toBe('dispatchTeams.noArea')
  expect((await save({ type: 'TEAM' })).error).toBe('dispatchTeams.noDrivers')
  const members = [{ driverNo: await numberOf(await driverAt(world, 100)) }]
  const { teamId } = (await save({ type: 'TEAM', members })).data as typeof made
  expect((await world.send(dispatchTeamsCalls.queue, { teamId })).error).toBe('dispatchTeams.notAQueue')
  expect((await world.send(dispatchTeamsCalls.queue, { teamId: made.teamId }, 'other')).error).toBe('dispatchTeams.notFound')
})

test('a queue that is switched off takes nobody in by hand either, and a team names channels that its city has', async () => {
  const driver = await driverAt(world, 100)
  expect((await save({ ...made, enabled: false })).code).toBe(0)
  const putIn = { teamId: made.teamId, driverNo: await numberOf(driver) }
  expect((await world.send(dispatchTeamsCalls.putInQueue, putIn, 'hangzhou')).error).toBe('dispatchTeams.queueClosed')
  expect(await standing()).toEqual([])
  const team = { type: 'TEAM', fence: undefined, members: [{ driverNo: putIn.driverNo }] }
  expect((await save({ ...team, channelIds: ['999999'] })).error).toBe('dispatchTeams.channelUnknown')
  expect((await save({ ...team, channelIds: [world.channel] })).code).toBe(0)
})
