import { dispatchCalls } from '@chauffeur/contract/dispatch'
import { dispatchBlocksCalls, type DriverBlock } from '@chauffeur/contract/dispatch-blocks'
import { dispatchDeskCalls } from '@chauffeur/contract/dispatch-desk'
import { type DispatchTeam, dispatchTeamsCalls } from '@chauffeur/contract/dispatch-teams'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Dispatcher, startDispatch } from '#areas/dispatch'
import { as, driverAt, offersOf, placeCall, type TestDriver, until, workStatus } from '#test/drivers'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
let engine: Dispatcher | null = null
const problems: unknown[] = []
const log = {
  warn: (detail: object, message: string) => problems.push([message, detail]),
  error: (detail: object, message: string) => problems.push([message, detail]),
}
const start = () => (engine = startDispatch(world.app.platform, { log, tickMs: 100 }))

beforeAll(async () => {
  world = await makeWorld()
})
afterEach(async () => {
  await engine?.stop()
  engine = null
  await world.owner.query(`update drivers set work_status = 'OFFLINE'`)
  await world.owner.query(`update orders set service_status = 405 where service_status < 400`)
  await world.owner.query(`update offers set result = 'WITHDRAWN' where result = 'SENT'`)
  await world.owner.query(`update dispatch_searches set state = 'CANCELLED' where state = 'OPEN'`)
  await world.owner.query('delete from order_teams')
  expect(problems.splice(0)).toEqual([])
})
afterAll(() => world.close())

const asked = (driver: TestDriver) => until(async () => (await offersOf(world, driver)).length, 'offer')
const numberOf = async ({ driverId }: TestDriver) =>
  (await world.owner.query<{ driver_no: string }>('select driver_no from drivers where driver_id = $1', [driverId])).rows[0]!.driver_no
const ofOrder = async (orderId: string) =>
  ((await world.send(dispatchBlocksCalls.ofOrder, { orderId })).data as { block: DriverBlock | null }).block

test('a driver blocked for the customer is let go at once, the next one is asked, and they are asked again once it is lifted', async () => {
  const near = await driverAt(world, 100)
  const far = await driverAt(world, 900)
  const order = await placeCall(world)
  start()
  await asked(near)
  const { driverId } = near
  expect(
    (await world.send(dispatchBlocksCalls.add, { orderId: order.orderId, driverId, days: 30, reason: '服务不周' }, 'hangzhou')).code,
  ).toBe(0)
  await asked(far)
  expect(await workStatus(world, near)).toBe('ONLINE_IDLE')
  expect(await offersOf(world, near)).toEqual([])
  const listed = (await world.send(dispatchBlocksCalls.list, { keyword: await numberOf(near) })).data as {
    rows: DriverBlock[]
    total: number
  }
  expect(listed.total).toBe(1)
  expect(listed.rows[0]).toMatchObject({
    driverId,
    reason: '服务不周',
    byName: 'hangzhou',
    customerPhone: expect.stringMatching(/^135\*{4}\d{4}$/),
  })
  expect(Date.parse(listed.rows[0]!.until!) - Date.now()).toBeGreaterThan(29 * 86_400_000)

  // The order that the other one has says nothing of them, and nobody beyond the scope lifts the block.
  const [offer] = await offersOf(world, far)
  expect((await as(world, far)(dispatchCalls.accept, { id: offer!.offerId })).code).toBe(0)
  expect(await ofOrder(order.orderId)).toBeNull()
  const { customerId } = listed.rows[0]!
  for (const who of ['other', 'nowhere'])
    expect((await world.send(dispatchBlocksCalls.remove, { customerId, driverId }, who)).error).toBe('dispatchBlocks.notFound')
  expect((await world.send(dispatchBlocksCalls.remove, { customerId, driverId, orderId: order.orderId }, 'hangzhou')).code).toBe(0)
  expect((await world.send(dispatchBlocksCalls.remove, { customerId, driverId }, 'hangzhou')).error).toBe('dispatchBlocks.notFound')
  expect((await world.send(dispatchBlocksCalls.list)).data).toMatchObject({ rows: [] })
})

test('an order with its driver says that the customer does not want them; dispatched again it goes to somebody else', async () => {
  const near = await driverAt(world, 100)
  const order = await placeCall(world)
  start()
  await asked(near)
  const [offer] = await offersOf(world, near)
  expect((await as(world, near)(dispatchCalls.accept, { id: offer!.offerId })).code).toBe(0)
  expect((await world.send(dispatchBlocksCalls.add, { orderId: order.orderId, driverId: near.driverId, reason: '客户要求' })).code).toBe(0)
  expect(await ofOrder(order.orderId)).toMatchObject({ driverId: near.driverId, until: null, reason: '客户要求' })
  // The order they have stays theirs until the desk takes it.
  expect(await workStatus(world, near)).toBe('TO_PICKUP')
  const far = await driverAt(world, 900)
  expect((await world.send(dispatchDeskCalls.redispatch, { orderId: order.orderId, reason: '换司机' })).code).toBe(0)
  await asked(far)
  expect(await offersOf(world, near)).toEqual([])
})

test('a search that is widened takes the offer back of a driver whom the customer does not want any more', async () => {
  const near = await driverAt(world, 100)
  const order = await placeCall(world)
  start()
  await asked(near)
  const far = await driverAt(world, 900)
  // As a cancellation rule does it.
  await world.owner.query(
    'insert into customer_driver_blocks (tenant_id, customer_id, driver_id) select tenant_id, customer_id, $2 from orders where order_id = $1',
    [order.orderId, near.driverId],
  )
  expect((await offersOf(world, near)).length).toBe(1)
  expect((await world.send(dispatchDeskCalls.redispatch, { orderId: order.orderId, reason: '客户催促' })).code).toBe(0)
  await asked(far)
  expect(await offersOf(world, near)).toEqual([])
})

test('a team kept on the screen is asked first for its channel’s orders, and alone where it is strict', async () => {
  const member = await driverAt(world, 600)
  const nearer = await driverAt(world, 100)
  const team = {
    cityId: HANGZHOU,
    name: '银行车队',
    channelIds: [world.channel],
    exclusiveS: 0,
    fallback: 'STRICT',
    driverNos: [await numberOf(member)],
  }
  const save = async (more: object = {}, who = 'hangzhou') => world.send(dispatchTeamsCalls.save, { ...team, ...more }, who)
  expect(await save({ driverNos: ['S1', 'S2'] })).toMatchObject({ error: 'dispatchTeams.driversUnknown', data: { unknown: ['S1', 'S2'] } })
  expect((await save({ channelIds: [] })).error).toBe('dispatchTeams.forNobody')
  expect((await save({ cityId: SHANGHAI })).error).toBe('dispatchTeams.cityUnknown')
  expect((await save({}, 'partner')).error).toBe('dispatchTeams.channelUnknown')
  const { teamId, version } = (await save()).data as { teamId: string; version: number }
  const order = await placeCall(world, { channelId: world.channel })
  start()
  await asked(member)
  expect(await offersOf(world, nearer)).toEqual([])
  expect((await world.send(dispatchDeskCalls.drivers, { orderId: order.orderId })).data).toMatchObject({
    rows: expect.arrayContaining([expect.objectContaining({ driverId: nearer.driverId, hindrance: 'team' })]),
  })
  expect((await save({ teamId, version: version + 1 })).error).toBe('dispatchTeams.changed')
  expect((await save({ teamId, version }, 'other')).error).toBe('dispatchTeams.notFound')
  const both = [await numberOf(member), await numberOf(nearer)]
  expect((await save({ teamId, version, driverNos: both, fallback: 'OPEN', exclusiveS: 20 })).code).toBe(0)
  const { rows } = (await world.send(dispatchTeamsCalls.list, {}, 'hangzhou')).data as { rows: DispatchTeam[] }
  expect(rows).toMatchObject([{ teamId, version: version + 1, name: '银行车队', fallback: 'OPEN', exclusiveS: 20, enabled: true }])
  expect(rows[0]!.members.map(({ driverNo }) => driverNo)).toEqual([...both].sort())
  expect(rows[0]!.channels).toEqual([{ channelId: world.channel, name: '银行渠道' }])
})
