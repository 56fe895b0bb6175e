import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchersOf } from '#test/dispatchers'
import { as, driverAt, north, offersOf, placeCall, until, workStatus } from '#test/drivers'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
const { start, problems } = dispatchersOf(() => world)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('where drivers grab, several see the order at once, the fastest has it, and who refuses makes room for the next', async () => {
  const drivers = [await driverAt(world, 200), await driverAt(world, 300), await driverAt(world, 400), await driverAt(world, 500)]
  const order = await placeCall(world, {}, { mode: 'GRAB', grabDrivers: 3 })
  start()
  const [first, second, third, fourth] = drivers as [(typeof drivers)[0], (typeof drivers)[0], (typeof drivers)[0], (typeof drivers)[0]]
  const [offer] = await until(async () => (await offersOf(world, third)).length && offersOf(world, third), 'offer to the third')
  expect((await offersOf(world, first)).map(({ orderId }) => orderId)).toEqual([order.orderId])
  expect((await offersOf(world, second)).map(({ orderId }) => orderId)).toEqual([order.orderId])
  expect(await offersOf(world, fourth)).toEqual([])

  const [refused] = await offersOf(world, second)
  await as(world, second)(dispatchCalls.reject, { id: refused!.offerId })
  await until(async () => (await offersOf(world, fourth)).length, 'offer to the fourth')
  const [slow] = await offersOf(world, first)
  expect((await as(world, third)(dispatchCalls.accept, { id: offer!.offerId })).code).toBe(0)
  expect((await as(world, first)(dispatchCalls.accept, { id: slow!.offerId })).error).toBe('driver.offerGone')
  expect(await Promise.all(drivers.map((driver) => workStatus(world, driver)))).toEqual([
    'ONLINE_IDLE',
    'ONLINE_IDLE',
    'TO_PICKUP',
    'ONLINE_IDLE',
  ])
})

test('where the desk assigns, only the driver whom the desk chose is asked, however near others are', async () => {
  const near = await driverAt(world, 100)
  const chosen = await driverAt(world, 4_000)
  await placeCall(world, { driverId: chosen.driverId }, { mode: 'DESK' })
  const open = await placeCall(world, {}, { mode: 'DESK' })
  start()
  await until(async () => (await offersOf(world, chosen)).length, 'offer to the chosen')
  const seen = () =>
    world.owner.query('select from dispatch_rounds where booking_id = $1 and candidates = 1 and offers = 0', [open.bookingId])
  await until(async () => (await seen()).rowCount, 'a look that found somebody')
  expect(await offersOf(world, near)).toEqual([])
})

test('in batch mode two calls of one moment get the pair of drivers that is nearest in total, over two dispatchers too', async () => {
  const between = await driverAt(world, 100)
  const beyond = await driverAt(world, -200)
  // Nearness is looked up in an index that may be half a second old.
  await wait(600)
  const here = await placeCall(world, {}, { mode: 'BATCH', batchS: 1 })
  const there = await placeCall(world, { pickupLat: north(300).lat }, { mode: 'BATCH', batchS: 1 })
  const rival = start({ tickMs: 50, leaseS: 0 })
  start()
  const [toBetween] = await until(async () => (await offersOf(world, between)).length && offersOf(world, between), 'first offer')
  const [toBeyond] = await until(async () => (await offersOf(world, beyond)).length && offersOf(world, beyond), 'second offer')
  expect([toBetween!.orderId, toBeyond!.orderId]).toEqual([there.orderId, here.orderId])

  // Whoever refuses is not asked for that order again; it is matched anew with whoever is free.
  const other = await driverAt(world, 250)
  await wait(600)
  await as(world, between)(dispatchCalls.reject, { id: toBetween!.offerId })
  const [next] = await until(async () => (await offersOf(world, other)).length && offersOf(world, other), 'offer after the refusal')
  expect(next!.orderId).toBe(there.orderId)
  expect((await as(world, other)(dispatchCalls.accept, { id: next!.offerId })).code).toBe(0)
  await rival.stop()
  const { rows } = await world.owner.query('select count(*)::int as n from offers where order_id = any ($1)', [
    [here.orderId, there.orderId],
  ])
  expect(rows).toEqual([{ n: 3 }])
})

test('in batch mode an order without a driver near goes unserved at its end and holds nobody up', async () => {
  const driver = await driverAt(world, 300)
  const far = await placeCall(world, { pickupLat: north(-9_000).lat }, { mode: 'BATCH', batchS: 1, totalS: 2 })
  const near = await placeCall(world, {}, { mode: 'BATCH', batchS: 1 })
  start()
  const [offer] = await until(async () => (await offersOf(world, driver)).length && offersOf(world, driver), 'offer')
  expect(offer!.orderId).toBe(near.orderId)
  const status = async () =>
    (await world.owner.query<{ service_status: number }>('select service_status from orders where order_id = $1', [far.orderId])).rows[0]!
      .service_status
  await until(async () => (await status()) === 506, '506')
})

test('in one city orders of one channel are matched at their own moments, those of another go on gathering', async () => {
  const create = (input: Record<string, unknown>) =>
    world.send(dispatchSettingsCalls.create, { cityId: HANGZHOU, mode: 'BATCH', totalS: 300, rounds: 20, ...input })
  const quick = (await create({ channelId: world.channel, batchS: 1 })).data as { settingId: string; version: number }
  const slow = (await create({ channelId: world.otherChannel, batchS: 60 })).data as { settingId: string; version: number }
  const drivers = [await driverAt(world, 100), await driverAt(world, 200), await driverAt(world, 300)]
  const gathering = await placeCall(world, { channelId: world.otherChannel })
  const quickly = await placeCall(world, { channelId: world.channel })
  await wait(600)
  start()
  const asked = async () =>
    (
      await world.owner.query<{ order_id: string }>(`select order_id from offers where order_id = any ($1)`, [
        [gathering.orderId, quickly.orderId],
      ])
    ).rows.map((row) => row.order_id)
  await until(async () => (await asked()).length, 'offer')
  expect(await asked()).toEqual([quickly.orderId])
  // Once its moment comes it is matched too.
  await world.owner.query('update dispatch_searches set next_round_at = now() where booking_id = $1', [gathering.bookingId])
  await until(async () => (await asked()).includes(gathering.orderId), 'offer at its own moment')
  expect((await Promise.all(drivers.map((driver) => offersOf(world, driver)))).flat()).toHaveLength(2)
  for (const { settingId, version } of [quick, slow])
    await world.send(dispatchSettingsCalls.disable, { settingId, version, enabled: false })
})

test('behind a crowd of busy drivers the free ones are found, by as many as grab and by the match', async () => {
  for (let i = 0; i < 90; i++) await driverAt(world, 50 + i, 'DRIVING')
  const inFront = await driverAt(world, 40)
  const behind = [await driverAt(world, 500), await driverAt(world, 510)]
  const order = await placeCall(world, {}, { mode: 'GRAB', grabDrivers: 3 })
  start()
  for (const driver of [inFront, ...behind])
    await until(async () => (await offersOf(world, driver)).some(({ orderId }) => orderId === order.orderId), 'offer to all three')
  const [offer] = await offersOf(world, inFront)
  expect((await as(world, inFront)(dispatchCalls.accept, { id: offer!.offerId })).code).toBe(0)
  const matched = await placeCall(world, {}, { mode: 'BATCH', batchS: 1 })
  await until(
    async () =>
      (await Promise.all(behind.map((driver) => offersOf(world, driver)))).flat().some(({ orderId }) => orderId === matched.orderId),
    'match behind the crowd',
  )
})

test('a city whose orders cannot be matched holds up no other, and its searches end in their time', async () => {
  const driver = await driverAt(world, 300)
  const { platform } = world.app
  const failing: typeof platform.positions.nearest = async (tenantId, lat, ...more) => {
    if (lat > 31) throw new Error('nothing is known of Shanghai')
    return platform.positions.nearest(tenantId, lat, ...more)
  }
  const batch = { mode: 'BATCH', batchS: 1 }
  const broken = await placeCall(world, { cityId: SHANGHAI, pickupLat: 31.23, pickupLng: 121.47 }, { ...batch, totalS: 3 })
  const order = await placeCall(world, {}, batch)
  start({ platform: { ...platform, positions: { ...platform.positions, nearest: failing } } })
  const [offer] = await until(async () => (await offersOf(world, driver)).length && offersOf(world, driver), 'offer in the other city')
  expect(offer!.orderId).toBe(order.orderId)
  const status = async () =>
    (await world.owner.query<{ service_status: number }>('select service_status from orders where order_id = $1', [broken.orderId]))
      .rows[0]!.service_status
  await until(async () => (await status()) === 506, '506')
  expect(new Set(problems.splice(0).map((problem) => (problem as [string])[0]))).toEqual(
    new Set(['the orders of a city could not be matched', 'a search could not go on']),
  )
})
