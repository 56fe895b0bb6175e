import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { driverPushCalls } from '@chauffeur/contract/message/inbox'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { hashToken, newToken } from '#platform/identity/session'
import { claimPushes, forgetEnded, notePush } from '#platform/sending/push/push.queries'
import { sendPushes } from '#platform/sending/push/sender'
import { as, driverAt, type TestDriver } from '#test/drivers'
import { type PushManner, pushService, type PushService } from '#test/push/push-service'
import { addDriver, makeWorld, type World } from '#test/world'
import { tellDriver } from './index.ts'

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
  await world.owner.query('delete from push_devices')
  await world.owner.query('delete from pushes')
  Object.assign(service, { arrived: [], manner: () => 201, retryAfter: '' })
})

const tell = (driver: TestDriver) =>
  world.app.platform.db.write(wholeTenant(world.tenantA), (tx) =>
    tellDriver(tx, world.app.platform.vault, world.tenantA, {
      driverId: driver.driverId,
      event: 'APP_WITHDRAWAL_PAID',
      values: { amount: '300.00' },
    }),
  )
const send = () => sendPushes(world.app.platform)
const subscription = async (driver: TestDriver) => {
  const { publicKey } = (await as(world, driver)(driverPushCalls.pushKey)).data as AnswerOf<typeof driverPushCalls.pushKey>
  return service.subscribe(publicKey!)
}
const listen = async (driver: TestDriver, of?: Awaited<ReturnType<typeof subscription>>) => {
  const said = of ?? (await subscription(driver))
  expect((await as(world, driver)(driverPushCalls.listen, said)).code).toBe(0)
  return said
}
const states = async () =>
  (await world.owner.query<{ state: string; n: number }>('select state, count(*)::int as n from pushes group by 1 order by 1')).rows
const devices = async () => (await world.owner.query<{ n: number }>('select count(*)::int as n from push_devices')).rows[0]!.n

test('a telephone that names its new address while its old one is told of as gone goes on listening at the new', async () => {
  const driver = await driverAt(world, 0)
  await listen(driver)
  const renewed = await subscription(driver)
  await tell(driver)
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<PushManner>()]
  service.manner = () => {
    asked.resolve()
    return answer.promise
  }
  const sending = send()
  await asked.promise
  await listen(driver, renewed)
  answer.resolve(410)
  await sending
  expect(await devices()).toBe(1)
  service.manner = () => 201
  await send()
  expect(service.arrived.map(({ endpoint }) => endpoint).at(-1), 'also of this message').toBe(renewed.endpoint)
  expect(await states()).toEqual([{ state: 'TAKEN', n: 1 }])
})

test('what is due is claimed by several processes at once, so many at a time, and each telephone is told of each message once', async () => {
  const drivers = await Promise.all(Array.from({ length: 12 }, () => driverAt(world, 0)))
  for (const driver of drivers) await listen(driver)
  for (let n = 0; n < 11; n++) await Promise.all(drivers.map(tell))
  const { db } = world.app.platform
  const first = await claimPushes(db, 7, 'one', 86_400)
  expect(first).toHaveLength(7)
  // Of the process that claimed these nothing is heard any more.
  await Promise.all([send(), send(), send()])
  expect(service.arrived).toHaveLength(12 * 11 - 7)
  expect(new Set(service.arrived.map(({ endpoint, topic }) => `${endpoint} ${topic}`)).size).toBe(12 * 11 - 7)
  expect(await states()).toEqual([
    { state: 'TAKEN', n: 12 * 11 - 7 },
    { state: 'WAITING', n: 7 },
  ])
  await world.owner.query(`update pushes set due_at = clock_timestamp() where state = 'WAITING'`)
  await Promise.all([send(), send(), send()])
  expect(new Set(service.arrived.map(({ endpoint, topic }) => `${endpoint} ${topic}`)).size).toBe(12 * 11)
  expect(service.arrived).toHaveLength(12 * 11)
})

test('who waits longest is told first', async () => {
  const drivers = await Promise.all(Array.from({ length: 5 }, () => driverAt(world, 0)))
  for (const driver of drivers) await listen(driver)
  for (const driver of drivers) await tell(driver)
  const { rows } = await world.owner.query<{ sms_id: string }>('select sms_id::text from pushes order by due_at')
  const claimed = await claimPushes(world.app.platform.db, 3, 'one', 86_400)
  expect(claimed.map(({ sms_id }) => sms_id).sort()).toEqual(
    rows
      .slice(0, 3)
      .map(({ sms_id }) => sms_id)
      .sort(),
  )
})

test('a process whose claim has lapsed writes nothing over what another found out', async () => {
  const driver = await driverAt(world, 0)
  await listen(driver)
  await tell(driver)
  const { db } = world.app.platform
  const [slow] = await claimPushes(db, 1, 'slow', 86_400)
  await world.owner.query(`update pushes set due_at = clock_timestamp()`)
  await send()
  await notePush(db, slow!, { state: 'WAITING', againS: 0, status: 500, failure: 'FAULT' })
  expect(await states()).toEqual([{ state: 'TAKEN', n: 1 }])
  await send()
  expect(service.arrived).toHaveLength(1)
})

test('a session that fell idle is told nothing, and its telephone is forgotten', async () => {
  const driver = await driverAt(world, 0)
  await listen(driver)
  await tell(driver)
  const { db, settings } = world.app.platform
  await world.owner.query(`update sessions set last_active_at = now() - make_interval(secs => $1) where driver_id = $2`, [
    settings.driverSessionS + 1,
    driver.driverId,
  ])
  await send()
  expect([service.arrived, await states()]).toEqual([[], [{ state: 'GONE', n: 1 }]])
  await forgetEnded(db, settings.driverSessionS)
  expect(await devices()).toBe(0)
})

test('with a driver everything about their telephones is erased, and a message that is removed is pushed no more', async () => {
  const [driver, other] = [await driverAt(world, 0), await driverAt(world, 10)]
  await listen(driver)
  await listen(other)
  await tell(driver)
  await tell(other)
  await world.owner.query('delete from sms_outbox where driver_id = $1', [other.driverId])
  await world.owner.query('delete from sms_outbox where driver_id = $1', [driver.driverId])
  expect(await states()).toEqual([])
  await world.owner.query('delete from driver_duty_sessions where driver_id = $1', [driver.driverId])
  await world.owner.query('delete from drivers where driver_id = $1', [driver.driverId])
  expect(await devices()).toBe(1)
  expect(await send()).toBe(0)
})

test('a driver of another business who names the same telephone takes nothing away and reads nothing', async () => {
  const driver = await driverAt(world, 0)
  const said = await listen(driver)
  const driverId = await addDriver(world, { tenantId: world.tenantB, orgId: null, phone: '13900002222' })
  const token = newToken()
  await world.owner.query(`insert into sessions (token_hash, tenant_id, kind, driver_id) values ($1, $2, 'DRIVER', $3)`, [
    hashToken(token),
    world.tenantB,
    driverId,
  ])
  const stranger: TestDriver = { driverId, token, phone: '13900002222' }
  expect((await as(world, stranger)(driverPushCalls.listen, said)).code).toBe(0)
  expect(await devices()).toBe(2)
  const { rows } = await world.owner.query<{ sealed: string; print: string }>(
    `select sealed, encode(endpoint_print, 'hex') as print from push_devices`,
  )
  expect(new Set(rows.map(({ print }) => print)).size, 'nobody sees from the prints that it is the same telephone').toBe(2)
  await tell(driver)
  await send()
  expect(service.arrived).toHaveLength(1)
  expect((await as(world, stranger)(driverPushCalls.stopListening)).code).toBe(0)
  await tell(driver)
  await send()
  expect(service.arrived).toHaveLength(2)
})

test('one driver’s session cannot be knocked at in another’s name, and a signed-out page cannot listen', async () => {
  const driver = await driverAt(world, 0, 'OFFLINE')
  const said = await subscription(driver)
  await world.owner.query(`update sessions set ended_at = now(), end_reason = 'DISABLED' where driver_id = $1`, [driver.driverId])
  world.app.platform.forgetSession(hashToken(driver.token))
  expect((await as(world, driver)(driverPushCalls.listen, said)).code).not.toBe(0)
  expect((await world.send(driverPushCalls.listen, said)).code, 'an operator is no driver').not.toBe(0)
  expect(await devices()).toBe(0)
})

test('while one push service is down and thousands wait for it, others’ telephones are told at once, and not each of them finds it down', async () => {
  const dead = await pushService()
  const settings = world.app.platform.settings as { pushHosts: readonly string[] }
  const before = settings.pushHosts
  settings.pushHosts = [service.host, dead.host]
  try {
    const [driver, other] = [await driverAt(world, 0), await driverAt(world, 10)]
    const { publicKey } = (await as(world, driver)(driverPushCalls.pushKey)).data as AnswerOf<typeof driverPushCalls.pushKey>
    await listen(driver, dead.subscribe(publicKey!))
    await listen(other)
    await tell(driver)
    dead.manner = () => 500
    await world.owner.query(
      `insert into sms_outbox select (jsonb_populate_record(o, jsonb_build_object('sms_id', 9000000 + n))).*
       from sms_outbox o, generate_series(1, 2000) n where o.driver_id = ${driver.driverId}`,
    )
    await world.owner.query(
      `insert into pushes (tenant_id, sms_id, device_id, service)
       select p.tenant_id, o.sms_id, p.device_id, p.service from pushes p, sms_outbox o where o.sms_id > 9000000`,
    )
    await tell(other)
    await send()
    expect(service.arrived).toHaveLength(1)
    const { rows } = await world.owner.query<{ asked: number; due: number }>(
      `select count(*) filter (where asked_at is not null)::int as asked, count(*) filter (where due_at <= clock_timestamp())::int as due
       from pushes where state = 'WAITING' and service = $1`,
      [dead.host],
    )
    expect(rows[0]!.due, 'all of them wait, none is looked at again and again').toBe(0)
    expect(rows[0]!.asked).toBeLessThanOrEqual(100)
    expect(await send()).toBe(0)
  } finally {
    settings.pushHosts = before
    await dead.stop()
  }
})
