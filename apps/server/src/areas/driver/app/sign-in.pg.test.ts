import { DEMO_DRIVER_CODE, demoDriverPhone } from '@chauffeur/contract/demo'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, driverAt, type TestDriver } from '#test/drivers'
import { messagesIn } from '#test/harness/messages'
import { lockWaits } from '#test/held'
import { addDriver, makeWorld, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const send = (phone: string, tenantId = world.tenantA) => world.send(dispatchCalls.sendCode, { tenantId, phone }, '')
const signIn = (driver: TestDriver, code: string) =>
  world.send(dispatchCalls.signIn, { tenantId: world.tenantA, phone: driver.phone, code }, '')
const messages = async (phone: string) => (await messagesIn(world, phone)).map(({ body }) => body)
const codeOf = (body: string) => /\d{6}/.exec(body)![0]

test('a driver signs in once with the code that was sent, which is nowhere but in the message', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  expect((await send(driver.phone)).data).toEqual({ expiresInS: 300 })
  const [body] = await messages(driver.phone)
  const code = codeOf(body!)
  const signed = await signIn(driver, code)
  expect(signed.data).toMatchObject({ driverId: driver.driverId })
  expect((await world.send(dispatchCalls.me, {}, (signed.data as { token: string }).token)).data).toMatchObject({
    driverId: driver.driverId,
    workStatus: 'OFFLINE',
    order: null,
  })
  expect((await signIn(driver, code)).error).toBe('driver.badCode')
  const log = await world.owner.query<{ all: string }>(`select coalesce(string_agg(input::text, ''), '') as all from operation_logs`)
  expect(log.rows[0]!.all).not.toContain(code)
  await expect(world.app.platform.db.runtime.query('select sealed from sms_outbox')).rejects.toThrow('permission denied')
  const { rows } = await world.owner.query<{ row: string }>('select s::text as row from sms_outbox s')
  for (const secret of [code, driver.phone]) expect(rows.map(({ row }) => row).join()).not.toContain(secret)
})

test('a telephone of no driver gets the same answer and no message; a second code has to wait', async () => {
  expect((await send('13512340000')).data).toEqual({ expiresInS: 300 })
  expect(await messages('13512340000')).toEqual([])
  const again = await send('13512340000')
  expect(again).toMatchObject({ error: 'driver.codeTooOften' })
  expect((again.data as { retryAfterS: number }).retryAfterS).toBeGreaterThan(20)
  expect((await send('13512340000', '999999')).data).toEqual({ expiresInS: 300 })
})

test('while many drivers’ codes stand still everybody inside goes on', async () => {
  const { db } = world.app.platform
  await world.owner.query('begin; lock table driver_codes in access exclusive mode')
  const crowd = Promise.all(Array.from({ length: 2 * db.platform.options.max }, (_, i) => send(`135999900${10 + i}`)))
  await expect.poll(() => lockWaits(world, 'driver_codes')).toBe(db.pools.find(({ role }) => role === 'signIn')!.pool.options.max)
  // The engine’s and the timers’ connections.
  expect(await db.acrossTenants(async () => 'done')).toBe('done')
  expect((await db.platform.query('select 1')).rowCount).toBe(1)
  await world.owner.query('rollback')
  await crowd
})

test('five wrong codes lock the telephone, for the right code too', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  await send(driver.phone)
  const code = codeOf((await messages(driver.phone))[0]!)
  const wrong = code === '000000' ? '000001' : '000000'
  const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(driver, wrong)))
  expect(new Set(answers.map(({ error }) => error))).toEqual(new Set(['driver.badCode']))
  expect(await signIn(driver, code)).toMatchObject({ code: 42930, error: 'driver.locked' })
  await world.owner.query(`update driver_codes set sent_at = sent_at - interval '1 minute' where phone = $1`, [driver.phone])
  expect((await send(driver.phone)).error).toBe('driver.codeTooOften')
})

test('wrong codes spread over many codes lock the telephone for the day', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  let code = ''
  for (let round = 0; round < 5; round++) {
    await world.owner.query(`update driver_codes set sent_at = sent_at - interval '1 minute' where phone = $1`, [driver.phone])
    expect((await send(driver.phone)).code).toBe(0)
    code = codeOf((await messages(driver.phone)).at(-1)!)
    const wrong = code === '000000' ? '000001' : '000000'
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(driver, wrong)))
    expect(new Set(answers.map(({ error }) => error))).toEqual(new Set(['driver.badCode']))
  }
  const locked = await signIn(driver, code)
  expect(locked.error).toBe('driver.locked')
  expect((locked.data as { retryAfterS: number }).retryAfterS).toBeGreaterThan(80_000)
  await world.owner.query(`update driver_codes set day_from = now() - interval '1 day' where phone = $1`, [driver.phone])
  expect((await signIn(driver, code)).code).toBe(0)
})

test('an expired code is refused, and signing out ends the session', async () => {
  const driver = await driverAt(world, null, 'ONLINE_IDLE')
  await send(driver.phone)
  const code = codeOf((await messages(driver.phone))[0]!)
  await world.owner.query(`update driver_codes set expires_at = now() where phone = $1`, [driver.phone])
  expect((await signIn(driver, code)).error).toBe('driver.badCode')
  expect((await as(world, driver)(dispatchCalls.signOut)).code).toBe(0)
  expect((await as(world, driver)(dispatchCalls.me)).code).toBe(401)
})

test('the demo’s code is nothing outside a demo; in one it opens demo telephones alone, and five wrong codes stand before it', async () => {
  const phone = demoDriverPhone(1, 1)
  await addDriver(world, { phone })
  const known = (of: World, telephone: string) =>
    of.send(dispatchCalls.signIn, { tenantId: of.tenantA, phone: telephone, code: DEMO_DRIVER_CODE }, '')
  expect((await known(world, phone)).error).toBe('driver.badCode')

  const demo = await makeWorld({ settings: { demo: true } })
  const hired = await driverAt(demo, null, 'OFFLINE')
  await addDriver(demo, { phone })
  expect((await known(demo, phone)).code).toBe(0)
  expect((await known(demo, hired.phone)).error).toBe('driver.badCode')
  await demo.send(dispatchCalls.sendCode, { tenantId: demo.tenantA, phone }, '')
  expect((await known(demo, phone)).code).toBe(0)
  await demo.send(dispatchCalls.sendCode, { tenantId: demo.tenantA, phone }, '')
  await demo.owner.query('update driver_codes set wrong = 5 where phone = $1', [phone])
  expect((await known(demo, phone)).error).toBe('driver.locked')
  await demo.close()
})
