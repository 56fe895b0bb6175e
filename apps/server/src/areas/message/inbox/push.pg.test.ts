import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { driverMessageCalls, driverPushCalls } from '@chauffeur/contract/message/inbox'
import { messageLogCalls, type MessagePush, type MessageLogRow } from '@chauffeur/contract/message/log'
import { smsServiceCalls } from '@chauffeur/contract/message/service'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { MOST_ATTEMPTS } from '#platform/sending/push/push.rules'
import { forgetEnded } from '#platform/sending/push/push.queries'
import { sendPushes } from '#platform/sending/push/sender'
import { runtimeUrls } from '#platform/upkeep/migrate'
import { as, driverAt, type TestDriver } from '#test/drivers'
import { LOOPBACK_CERT, type PushService, pushService } from '#test/push/push-service'
import { makeWorld, type World } from '#test/world'
import { tellDriver, type ToDriver } from './index.ts'

const PROGRAM = fileURLToPath(new URL('../../../../test/push/push-process.ts', import.meta.url))

let world: World
let service: PushService
beforeAll(async () => {
  service = await pushService()
  world = await makeWorld({ settings: { pushContact: 'mailto:it@example.com', pushHosts: [service.host] } })
})
afterAll(async () => {
  await service.stop()
  await world.close()
})
beforeEach(async () => {
  // Who listens is each test's own business.
  await world.owner.query('delete from push_devices')
  await world.owner.query(`update pushes set state = 'GIVEN_UP' where state = 'WAITING'`)
  Object.assign(service, { arrived: [], manner: () => 201, retryAfter: '' })
  service.shown.clear()
})

const PAID = { event: 'APP_WITHDRAWAL_PAID', values: { amount: '300.00' } } as const
const tell = (driver: TestDriver, told: Omit<ToDriver, 'driverId'> = PAID) =>
  world.app.platform.db.write(wholeTenant(world.tenantA), (tx) =>
    tellDriver(tx, world.app.platform.vault, world.tenantA, { driverId: driver.driverId, ...told }),
  )
const send = () => sendPushes(world.app.platform)
const keyFor = async (driver: TestDriver) =>
  ((await as(world, driver)(driverPushCalls.pushKey)).data as AnswerOf<typeof driverPushCalls.pushKey>).publicKey!
/** The driver's telephone subscribes and says so. */
const listen = async (driver: TestDriver, of: object = {}) => {
  const subscription = service.subscribe(await keyFor(driver))
  expect((await as(world, driver)(driverPushCalls.listen, { ...subscription, ...of })).code).toBe(0)
  return subscription
}
const newest = async (driver: TestDriver) =>
  ((await as(world, driver)(driverMessageCalls.messages)).data as AnswerOf<typeof driverMessageCalls.messages>).rows[0]!
/** The newest message of a driver as the log's drawer shows it. */
const drawer = async (driver: TestDriver) =>
  (await world.send(messageLogCalls.details, { smsId: (await newest(driver)).messageId })).data as MessageLogRow & { pushes: MessagePush[] }
const pushes = async (driver: TestDriver) => (await drawer(driver)).pushes
/** The time of the next attempt comes. */
const later = () => world.owner.query(`update pushes set due_at = clock_timestamp() where state = 'WAITING'`)
const devices = async () => (await world.owner.query<{ n: number }>('select count(*)::int as n from push_devices')).rows[0]!.n

test('a closed telephone is told what the message says, sealed for it alone and signed by the installation', async () => {
  const [driver, other] = [await driverAt(world, 0), await driverAt(world, 10)]
  const [own] = [await listen(driver), await listen(other)]
  await tell(driver)
  await send()
  const { messageId, text } = await newest(driver)
  expect(service.arrived).toMatchObject([
    {
      endpoint: own.endpoint,
      data: { id: messageId, event: 'APP_WITHDRAWAL_PAID', title: '提现已到账', text },
      urgency: 'normal',
      topic: `m${messageId}`,
      subject: 'mailto:it@example.com',
    },
  ])
  expect(Object.keys(service.arrived[0]!.data!).sort()).toEqual(['event', 'id', 'text', 'title'])
  expect(service.arrived[0]!.ttl).toBeGreaterThan(86_000)
  expect(service.wrong).toEqual([])
  expect(await drawer(driver)).toMatchObject({
    state: 'SENT',
    pushes: [{ state: 'TAKEN', attempts: 1, status: 201, service: service.host }],
  })
  await send()
  expect(service.arrived).toHaveLength(1)
})

test('titles are in the telephone’s language, and what cannot be switched off is urgent', async () => {
  const driver = await driverAt(world, 0)
  await listen(driver, { english: true })
  await tell(driver, { event: 'APP_WITHDRAWAL_RETURNED', values: { amount: '300.00', reason: '账号有误' } })
  await send()
  expect(service.arrived).toMatchObject([{ data: { title: 'Withdrawal not paid' }, urgency: 'high' }])
})

test('whoever has no telephone that listens is told in the app as before', async () => {
  const driver = await driverAt(world, 0)
  await tell(driver)
  expect(await drawer(driver)).toMatchObject({ state: 'SENT', pushes: [] })
  expect(await send()).toBe(0)
})

test('what was opened before it was sent is not pushed any more', async () => {
  const driver = await driverAt(world, 0)
  await listen(driver)
  await tell(driver)
  await as(world, driver)(driverMessageCalls.seen, { messageIds: [(await newest(driver)).messageId], read: true })
  await send()
  expect([service.arrived, await pushes(driver)]).toMatchObject([[], [{ state: 'READ' }]])
})

test.each([404, 410] as const)(
  'a telephone that its push service knows no more (%i) is forgotten, and the message stands',
  async (gone) => {
    const driver = await driverAt(world, 0)
    await listen(driver)
    await tell(driver)
    service.manner = () => gone
    await send()
    expect(await drawer(driver)).toMatchObject({ state: 'SENT', pushes: [{ state: 'GONE', status: gone }] })
    expect(await devices()).toBe(0)
    await tell(driver)
    expect(await pushes(driver)).toEqual([])
  },
)

test.each([413, 400, 302] as const)(
  'what a push service refuses (%i) is not sent again, and a redirection not followed',
  async (status) => {
    const driver = await driverAt(world, 0)
    await listen(driver)
    await tell(driver)
    service.manner = () => status
    await send()
    await later()
    await send()
    expect(service.arrived).toHaveLength(1)
    expect(await pushes(driver)).toMatchObject([{ state: 'REFUSED', status, attempts: 1 }])
    expect(await devices()).toBe(1)
  },
)

test('a push service that asks for patience gets it; then the notice comes once', async () => {
  const driver = await driverAt(world, 0)
  await listen(driver)
  await tell(driver)
  service.manner = () => 429
  service.retryAfter = '300'
  await send()
  const { rows } = await world.owner.query<{ s: number }>(
    `select extract(epoch from due_at - clock_timestamp())::int as s from pushes where state = 'WAITING'`,
  )
  expect(rows[0]!.s).toBeGreaterThan(290)
  expect(rows[0]!.s).toBeLessThanOrEqual(300)
  service.manner = () => 201
  await send()
  expect(service.arrived).toHaveLength(1)
  await later()
  await send()
  expect(await pushes(driver)).toMatchObject([{ state: 'TAKEN', attempts: 2 }])
})

test('after an answer that never came it is sent again, and the telephone shows one notice', async () => {
  const driver = await driverAt(world, 0)
  await listen(driver)
  await tell(driver)
  service.manner = () => 'SILENT'
  await send()
  expect(await pushes(driver)).toMatchObject([{ state: 'WAITING', failure: 'TIMEOUT', status: null }])
  service.manner = () => 201
  await later()
  await send()
  expect([service.arrived.length, service.shown.size]).toEqual([2, 1])
  expect(await pushes(driver)).toMatchObject([{ state: 'TAKEN' }])
})

/** A push service of its own: that it fails shuts it for no other test. */
const ownService = async (driver: TestDriver, work: (own: PushService) => Promise<void>) => {
  const own = await pushService()
  const settings = world.app.platform.settings as { pushHosts: readonly string[] }
  const before = settings.pushHosts
  settings.pushHosts = [own.host]
  try {
    expect((await as(world, driver)(driverPushCalls.listen, own.subscribe(await keyFor(driver)))).code).toBe(0)
    await work(own)
  } finally {
    settings.pushHosts = before
    await own.stop()
  }
}

test('a push service that is down is left alone after five failures and given up after a day; the message stands all the same', async () => {
  const driver = await driverAt(world, 0)
  await ownService(driver, async (own) => {
    await tell(driver)
    own.manner = () => 500
    for (let n = 0; n < MOST_ATTEMPTS + 3; n++) {
      await later()
      await send()
    }
    expect(own.arrived).toHaveLength(5)
    expect(await pushes(driver)).toMatchObject([{ state: 'WAITING', attempts: 5, failure: 'SHUT' }])
    await world.owner.query(`update pushes set at = at - interval '1 day' where state = 'WAITING'`)
    await later()
    await send()
    expect(own.arrived).toHaveLength(5)
    expect(await drawer(driver)).toMatchObject({ state: 'SENT', failure: '', pushes: [{ state: 'GIVEN_UP', failure: 'OVER' }] })
  })
})

test('a process that is killed between asking and answer does not push for ever', async () => {
  const driver = await driverAt(world, 0)
  await ownService(driver, async (own) => {
    await tell(driver)
    own.manner = () => 'SILENT'
    const urls = JSON.stringify({ ...(await runtimeUrls(world.ownerUrl)), host: own.host })
    const env = { ...process.env, PUSH_URLS: urls, NODE_EXTRA_CA_CERTS: LOOPBACK_CERT }
    for (let kill = 1; kill <= MOST_ATTEMPTS + 1; kill++) {
      const child = fork(PROGRAM, {
        env,
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        execArgv: ['--disable-warning=ExperimentalWarning'],
      })
      await once(child, 'message')
      const ended = once(child, 'exit')
      child.send('go')
      if (kill <= MOST_ATTEMPTS) await expect.poll(() => own.arrived.length, { timeout: 10_000 }).toBe(kill)
      else await expect.poll(async () => (await pushes(driver))[0]!.state).toBe('GIVEN_UP')
      child.kill('SIGKILL')
      await ended
      // A claim lapses after a minute.
      await later()
    }
    await send()
    expect([own.arrived.length, own.shown.size, own.wrong]).toEqual([MOST_ATTEMPTS, 1, []])
  })
}, 60_000)

test.each([
  ['http://fcm.googleapis.com/x'],
  ['https://example.com/x'],
  ['https://fcm.googleapis.com.evil.example/x'],
  ['https://127.0.0.1/x'],
  ['https://user:pass@fcm.googleapis.com/x'],
  ['https://169.254.169.254/latest'],
])('an address that is no push service is refused: %s', async (endpoint) => {
  const driver = await driverAt(world, 0)
  const subscription = service.subscribe(await keyFor(driver))
  expect(await as(world, driver)(driverPushCalls.listen, { ...subscription, endpoint })).toMatchObject({ error: 'driverPush.address' })
  expect(await devices()).toBe(0)
})

test('keys that seal nothing are refused', async () => {
  const driver = await driverAt(world, 0)
  const subscription = service.subscribe(await keyFor(driver))
  const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url')
  expect(await as(world, driver)(driverPushCalls.listen, { ...subscription, p256dh })).toMatchObject({ error: 'driverPush.keys' })
})

test('a telephone listens until its session ends: by signing out, by the desk, and when somebody else signs in on it', async () => {
  const [driver, next] = [await driverAt(world, 0, 'OFFLINE'), await driverAt(world, 10, 'OFFLINE')]
  const subscription = await listen(driver)
  expect((await as(world, driver)(driverPushCalls.listen, service.subscribe(await keyFor(driver)))).code).toBe(0)
  expect(await devices(), 'of one session the last holds').toBe(1)
  expect((await as(world, driver)(driverPushCalls.listen, subscription)).code).toBe(0)
  expect((await as(world, next)(driverPushCalls.listen, subscription)).code).toBe(0)
  await tell(driver)
  expect(await pushes(driver)).toEqual([])

  await listen(driver)
  await tell(driver)
  await as(world, driver)(dispatchCalls.signOut)
  await send()
  expect(service.arrived).toEqual([])
  await tell(next)
  await world.owner.query(`update sessions set ended_at = now(), end_reason = 'DISABLED' where driver_id = $1`, [next.driverId])
  await send()
  expect(service.arrived).toEqual([])
  await listen(await driverAt(world, 20))
  await forgetEnded(world.app.platform.db, 86_400)
  expect(await devices(), 'only who is signed in').toBe(1)
})

test('a driver has five telephones at most, and stops listening when they say so', async () => {
  const driver = await driverAt(world, 0)
  for (let n = 0; n < 7; n++) {
    const { rows } = await world.owner.query<{ session_id: string }>(
      `insert into sessions (token_hash, tenant_id, kind, driver_id) values (decode(md5(random()::text), 'hex'), $1, 'DRIVER', $2) returning session_id`,
      [world.tenantA, driver.driverId],
    )
    await world.owner.query(
      `insert into push_devices (tenant_id, driver_id, session_id, service, endpoint_print, sealed, english, seen_at)
       values ($1, $2, $3, 'x', decode(md5(random()::text), 'hex'), 'x', false, now() - interval '1 hour')`,
      [world.tenantA, driver.driverId, rows[0]!.session_id],
    )
  }
  await listen(driver)
  expect(await devices()).toBe(5)
  await tell(driver)
  await send()
  expect(service.arrived, 'the newest is among them').toHaveLength(1)
  expect(await devices(), 'what opens with no secret of ours is a telephone’s no more').toBe(1)
  expect((await as(world, driver)(driverPushCalls.stopListening)).code).toBe(0)
  expect(await devices()).toBe(0)
})

test('addresses and keys lie sealed, and who serves requests reads none', async () => {
  const driver = await driverAt(world, 0)
  const { endpoint, auth, p256dh } = await listen(driver)
  const { rows } = await world.owner.query<{ row: string }>('select d::text as row from push_devices d')
  for (const clear of [endpoint.split('/').at(-1)!, auth, p256dh]) expect(rows.map(({ row }) => row).join()).not.toContain(clear)
  await expect(world.app.platform.db.runtime.query('select sealed from push_devices')).rejects.toThrow('permission denied')
})

test('the desk sees whether push is on and at how many telephones; without a contact nothing is offered', async () => {
  await listen(await driverAt(world, 0))
  const push = async (of: World, person: 'all' | 'nowhere') =>
    ((await of.send(smsServiceCalls.list, {}, person)).data as AnswerOf<typeof smsServiceCalls.list>).push
  expect([await push(world, 'all'), await push(world, 'nowhere')]).toEqual([
    { on: true, devices: 1 },
    { on: true, devices: 0 },
  ])
  const plain = await makeWorld()
  const driver = await driverAt(plain, 0)
  expect((await as(plain, driver)(driverPushCalls.pushKey)).data).toEqual({ publicKey: null })
  const subscription = service.subscribe(await keyFor(await driverAt(world, 0)))
  expect(await as(plain, driver)(driverPushCalls.listen, subscription)).toMatchObject({ error: 'driverPush.off' })
  expect(await push(plain, 'all')).toEqual({ on: false, devices: 0 })
  await plain.close()
})
