import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { dispatchTeamsCalls, type QueuedDriver } from '@chauffeur/contract/dispatch/team'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flushPositions } from '#areas/driver/state'
import { connect, type Database } from '#platform/database/db'
import { inProcessPositions } from '#platform/live/positions'
import { runtimeUrls } from '#platform/upkeep/migrate'
import { dispatchersOf } from '#test/dispatchers'
import { as, driverAt, north, offersOf, placeCall, until, workStatus } from '#test/drivers'
import { HANGZHOU, makeWorld, type World } from '#test/world'

const PROGRAM = fileURLToPath(new URL('../../../../test/harness/dispatch-process.ts', import.meta.url))
let world: World
let urls: { runtime: string; platform: string }
const opened: Database[] = []
const { start } = dispatchersOf(() => world)

/** What another server process would have: its own pool and its own memory. */
function otherProcess() {
  const db = connect(urls)
  opened.push(db)
  return { ...world.app.platform, db, positions: inProcessPositions() }
}
const row = async (text: string, values: unknown[]) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]!
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeAll(async () => {
  world = await makeWorld()
  const database = (await world.owner.query<{ name: string }>('select current_database() as name')).rows[0]!.name
  const owner = new URL('postgresql://localhost')
  const { host, port, user, password } = world.owner as unknown as { host: string; port: number; user: string; password: string | null }
  owner.pathname = `/${database}`
  if (host.startsWith('/')) owner.searchParams.set('host', host)
  else owner.hostname = host
  owner.port = String(port)
  owner.username = user
  if (password) owner.password = password
  urls = await runtimeUrls(owner.href)
})
afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()))
  await world.close()
})

test('killed with kill -9 in the middle of a round: another process goes on within 10 s, frees who was being asked and asks the next', {
  timeout: 60_000,
}, async () => {
  const near = await driverAt(world, null)
  const next = await driverAt(world, null)
  // Reported to this process; the one that will run the city reads it from the database.
  for (const [driver, metres] of [
    [near, 300],
    [next, 600],
  ] as const)
    await as(world, driver)(dispatchCalls.positions, { positions: [north(metres)] })
  await flushPositions(world.app.platform)
  const order = await placeCall(world, {}, { offerS: 3 })

  const victim: ChildProcess = spawn(process.execPath, [PROGRAM, urls.runtime, urls.platform], { stdio: ['ignore', 'ignore', 'inherit'] })
  await until(async () => (await offersOf(world, near)).length, 'offer by the process', 20_000)
  const exited = new Promise((resolve) => victim.once('exit', resolve))
  victim.kill('SIGKILL')
  await exited
  expect(await workStatus(world, near)).toBe('OFFERED')

  const heir = start({ platform: otherProcess() })
  const [offer] = await until(async () => (await offersOf(world, next)).length && offersOf(world, next), 'offer by the heir', 15_000)
  expect(await workStatus(world, near)).toBe('ONLINE_IDLE')
  expect((await as(world, next)(dispatchCalls.accept, { id: offer!.offerId })).code).toBe(0)
  await heir.stop()
  const results = await world.owner.query(`select driver_id, result from offers where order_id = $1 order by offer_id`, [order.orderId])
  expect(results.rows).toEqual([
    { driver_id: near.driverId, result: 'EXPIRED' },
    { driver_id: next.driverId, result: 'ACCEPTED' },
  ])
})

test('the queue of an area whose keeper was killed with kill -9 goes on in its order with another process', {
  timeout: 60_000,
}, async () => {
  const [west, east, south, up] = [120.14, 120.16, north(-1_000).lat, north(1_000).lat]
  const ring = [
    [west, south],
    [east, south],
    [east, up],
    [west, up],
    [west, south],
  ]
  const team = { cityId: HANGZHOU, name: '武林广场', type: 'POI_QUEUE', channelIds: [], exclusiveS: 60, fallback: 'OPEN', members: [] }
  const saved = await world.send(dispatchTeamsCalls.save, { ...team, fence: { type: 'Polygon', coordinates: [ring] } })
  const { teamId } = saved.data as { teamId: string }
  const standing = async () =>
    ((await world.send(dispatchTeamsCalls.queue, { teamId })).data as { rows: QueuedDriver[] }).rows.map((row) => [
      row.driverId,
      row.enteredAt,
    ])
  const comes = async (metres: number) => {
    const driver = await driverAt(world, null)
    await as(world, driver)(dispatchCalls.positions, { positions: [north(metres)] })
    await flushPositions(world.app.platform)
    return driver
  }
  const [far, near] = [await comes(900), await comes(100)]
  const victim: ChildProcess = spawn(process.execPath, [PROGRAM, urls.runtime, urls.platform], { stdio: ['ignore', 'ignore', 'inherit'] })
  await until(async () => (await standing()).length === 2, 'queue by the process', 20_000)
  const before = await standing()
  const exited = new Promise((resolve) => victim.once('exit', resolve))
  victim.kill('SIGKILL')
  await exited

  const late = await comes(50)
  start({ platform: otherProcess() })
  await until(async () => (await standing()).length === 3, 'the next driver, by the heir', 15_000)
  expect((await standing()).slice(0, 2)).toEqual(before)
  expect((await standing()).map(([driverId]) => driverId)).toEqual([far, near, late].map(({ driverId }) => driverId))
})

test('a search whose time ran out while no process was there ends at once with the next one', async () => {
  const driver = await driverAt(world, 200)
  const order = await placeCall(world)
  await world.owner.query(
    `update dispatch_searches set started_at = now() - interval '10 minutes', ends_at = now() - interval '8 minutes', next_round_at = now() - interval '9 minutes', round = 3 where booking_id = $1`,
    [order.bookingId],
  )
  const { search_id } = await row('select search_id from dispatch_searches where booking_id = $1', [order.bookingId])
  await world.owner.query(
    `insert into offers (tenant_id, search_id, booking_id, order_id, round, driver_id, expires_at, distance_m, eta_s) values ($1, $2, $3, $4, 3, $5, now() - interval '9 minutes', 200, 40)`,
    [world.tenantA, search_id, order.bookingId, order.orderId, driver.driverId],
  )
  await world.owner.query(`update drivers set work_status = 'OFFERED' where driver_id = $1`, [driver.driverId])
  const engine = start()
  await until(
    async () => (await row('select service_status from orders where order_id = $1', [order.orderId])).service_status === 506,
    '506',
  )
  await engine.stop()
  expect(await workStatus(world, driver)).toBe('ONLINE_IDLE')
})

test('two processes on one database ask nobody twice, and one takes the city of the other when it leaves', {
  timeout: 60_000,
}, async () => {
  await world.owner.query(`update drivers set work_status = 'OFFLINE'`)
  const drivers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => driverAt(world, null, 'ONLINE_IDLE').then((driver) => ({ ...driver, metres: 100 + i * 50 }))),
  )
  for (const { metres, ...driver } of drivers) await as(world, driver)(dispatchCalls.positions, { positions: [north(metres)] })
  await flushPositions(world.app.platform)
  // Leases so short that both keep taking the city from each other: row locks alone have to keep them apart.
  const rivals = [start({ tickMs: 20, leaseS: 0 }), start({ platform: otherProcess(), tickMs: 20, leaseS: 0 })]
  const orders = await Promise.all(Array.from({ length: 12 }, () => placeCall(world)))
  const ids = orders.map(({ orderId }) => orderId)
  await until(
    async () => (await row(`select count(*)::int as n from offers where order_id = any ($1) and result = 'SENT'`, [ids])).n === 12,
    'an offer for each order',
    20_000,
  )
  const offers = await world.owner.query<{ order_id: string; driver_id: string }>(
    'select order_id, driver_id from offers where order_id = any ($1)',
    [ids],
  )
  expect(offers.rowCount).toBe(12)
  expect(new Set(offers.rows.map((o) => o.order_id)).size).toBe(12)
  expect(new Set(offers.rows.map((o) => o.driver_id)).size).toBe(12)
  const rounds = await world.owner.query('select count(*)::int as n from order_events where order_id = any ($1) and event = $2', [
    ids,
    'offer',
  ])
  expect(rounds.rows).toEqual([{ n: 12 }])
  await Promise.all(rivals.map((rival) => rival.stop()))

  await world.owner.query(`update drivers set work_status = 'OFFLINE'`)
  const late = await driverAt(world, null)
  await as(world, late)(dispatchCalls.positions, { positions: [north(150)] })
  await flushPositions(world.app.platform)
  const first = start({ tickMs: 50 })
  const second = start({ platform: otherProcess(), tickMs: 50 })
  await placeCall(world, { phone: '13500009999' })
  await until(async () => (await offersOf(world, late)).length, 'offer')
  const holder = async () =>
    (await world.owner.query<{ holder: string }>('select holder from dispatch_leases')).rows.map((lease) => lease.holder)
  const before = await holder()
  expect(before).toHaveLength(1)
  await first.stop()
  await second.stop()
  await wait(50)
  expect(await holder()).toEqual([])
})
