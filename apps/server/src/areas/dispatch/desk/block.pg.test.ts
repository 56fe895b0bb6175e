import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { dispatchBlocksCalls, type DriverBlock } from '@chauffeur/contract/dispatch/block'
import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import { type DispatchTeam, dispatchTeamsCalls } from '@chauffeur/contract/dispatch/team'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchersOf } from '#test/dispatchers'
import { as, driverAt, north, offersOf, placeCall, type TestDriver, until, workStatus } from '#test/drivers'
import { addDriver, HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
const { start } = dispatchersOf(() => world)

beforeAll(async () => {
  world = await makeWorld()
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
    members: [{ driverNo: await numberOf(member) }],
  }
  const save = async (more: object = {}, who = 'hangzhou') => world.send(dispatchTeamsCalls.save, { ...team, ...more }, who)
  expect(await save({ members: [{ driverNo: 'S1' }, { driverNo: 'S2' }] })).toMatchObject({
    error: 'dispatchTeams.driversUnknown',
    data: { unknown: ['S1', 'S2'] },
  })
  expect((await save({ channelIds: [] })).error).toBe('dispatchTeams.forNobody')
  expect((await save({ cityId: SHANGHAI })).error).toBe('dispatchTeams.cityUnknown')
  expect((await save({}, 'partner')).code).toBe(403)
  const { teamId, version } = (await save()).data as { teamId: string; version: number }
  const order = await placeCall(world, { channelId: world.channel })
  start()
  await asked(member)
  expect(await offersOf(world, nearer)).toEqual([])
  expect((await world.send(dispatchDeskCalls.drivers, { orderId: order.orderId })).data).toMatchObject({
    rows: expect.arrayContaining([expect.objectContaining({ driverId: nearer.driverId, hindrance: 'team' })]),
  })
  expect((await save({ teamId, version: version + 1 })).error).toBe('dispatchTeams.versionConflict')
  expect((await save({ teamId, version }, 'other')).error).toBe('dispatchTeams.notFound')
  const both = [await numberOf(member), await numberOf(nearer)]
  expect((await save({ teamId, version, members: both.map((driverNo) => ({ driverNo })), fallback: 'OPEN', exclusiveS: 20 })).code).toBe(0)
  const { rows } = (await world.send(dispatchTeamsCalls.list, {}, 'hangzhou')).data as { rows: DispatchTeam[] }
  expect(rows).toMatchObject([{ teamId, version: version + 1, name: '银行车队', fallback: 'OPEN', exclusiveS: 20, enabled: true }])
  expect(rows[0]!.members.map(({ driverNo }) => driverNo)).toEqual([...both].sort())
  expect(rows[0]!.channels).toEqual([{ channelId: world.channel, name: '银行渠道' }])
})

test('a team for a place and for some customers has their orders first; neither is lost when somebody else saves it', async () => {
  const member = await driverAt(world, 600)
  const nearer = await driverAt(world, 100)
  const regular = await placeCall(world)
  const { phone } = (
    await world.owner.query<{ phone: string }>('select contact_phone as phone from orders where order_id = $1', [regular.orderId])
  ).rows[0]!
  await world.owner.query('update orders set service_status = 405 where order_id = $1', [regular.orderId])
  await world.owner.query(`update dispatch_searches set state = 'CANCELLED' where state = 'OPEN'`)
  const [south, up] = [north(-300).lat, north(300).lat]
  const ring = [
    [120.14, south],
    [120.16, south],
    [120.16, up],
    [120.14, up],
    [120.14, south],
  ]
  const team = {
    cityId: HANGZHOU,
    name: '武林车队',
    channelIds: [],
    customerPhones: [phone],
    fence: { type: 'Polygon', coordinates: [ring] },
    exclusiveS: 0,
    fallback: 'STRICT',
    members: [{ driverNo: await numberOf(member) }],
  }
  const save = (more: object = {}, who = 'hangzhou') => world.send(dispatchTeamsCalls.save, { ...team, ...more }, who)
  const crossed = [ring[0], ring[2], ring[1], ring[3], ring[0]]
  expect(await save({ fence: { type: 'Polygon', coordinates: [crossed] } })).toMatchObject({
    error: 'dispatchTeams.fenceInvalid',
    data: { fields: [{ path: 'fence', message: expect.stringContaining('自相交') }] },
  })
  expect((await save({ fence: { type: 'Polygon', coordinates: [ring, ring] } })).error).toBe('dispatchTeams.fenceInvalid')
  expect(await save({ customerPhones: ['13599999999'] })).toMatchObject({
    error: 'dispatchTeams.customersUnknown',
    data: { unknown: ['13599999999'] },
  })
  const made = (await save()).data as { teamId: string; version: number }
  const listed = async () =>
    ((await world.send(dispatchTeamsCalls.list, { cityId: HANGZHOU })).data as { rows: DispatchTeam[]; total: number }).rows[0]!
  const first = await listed()
  expect(first).toMatchObject({ customerCount: 1, fence: team.fence, channels: [] })
  expect(first.customers).toMatchObject([{ phone: expect.stringMatching(/^135\*{4}\d{4}$/) }])

  // The customer’s order at the place is the team’s; somebody else’s, and theirs elsewhere, are everybody’s.
  const order = await placeCall(world, { phone })
  start()
  await asked(member)
  expect(await offersOf(world, nearer)).toEqual([])
  await world.owner.query('update orders set service_status = 405 where order_id = $1', [order.orderId])
  await world.owner.query(`update dispatch_searches set state = 'CANCELLED' where state = 'OPEN'`)
  const elsewhere = await placeCall(world, { phone, pickupLat: north(-600).lat })
  await until(async () => (await offersOf(world, nearer)).some(({ orderId }) => orderId === elsewhere.orderId), 'offer to whoever is near')

  const keep = { customerIds: first.customers.map(({ customerId }) => customerId), customerPhones: [] }
  expect((await save({ ...made, ...keep, name: '武林一队' })).code).toBe(0)
  expect(await listed()).toMatchObject({ name: '武林一队', customerCount: 1, fence: team.fence })
  const second = (await listed()).version
  expect((await save({ teamId: made.teamId, version: second, customerPhones: [], fence: undefined })).error).toBe('dispatchTeams.forNobody')
  expect((await save({ teamId: made.teamId, version: second, customerPhones: [] })).code).toBe(0)
  expect(await listed()).toMatchObject({ customerCount: 0, fence: team.fence })
})

test('nobody blocks a driver or looks at a block beyond their own cities', async () => {
  const { orderId } = await placeCall(world)
  const elsewhere = await addDriver(world, { cityId: SHANGHAI, orgId: world.shanghaiOrg })
  const add = (driverId: string, as = 'hangzhou') =>
    world.send(dispatchBlocksCalls.add, { orderId, driverId, days: 30, reason: '服务不周' }, as)
  expect((await add(elsewhere)).error).toBe('dispatchBlocks.driverNotFound')
  const { driverId } = await driverAt(world, 100, 'OFFLINE')
  expect((await add(driverId, 'nowhere')).code).not.toBe(0)
  expect((await add(driverId)).code).toBe(0)
  const count = async (as: string) => ((await world.send(dispatchBlocksCalls.list, { orderId }, as)).data as { total: number }).total
  expect(await count('other')).toBe(0)
  expect(await count('nowhere')).toBe(0)
})
