import { appsCalls } from '@chauffeur/contract/access/app'
import { dispatchCalls, OFFER_STREAM_PATH } from '@chauffeur/contract/driver/app'
import { driverWeatherCalls } from '@chauffeur/contract/driver/bad-weather'
import { driverClientCalls } from '@chauffeur/contract/driver/client'
import { driverInvitationCalls, driverJoinCalls } from '@chauffeur/contract/driver/invitation'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { as, driverAt, handedTo, PICKUP, placeCall, type TestDriver, workStatus } from '#test/drivers'
import { makeWorld, type World } from '#test/world'

let world: World
let appId = ''
let driver: TestDriver
beforeAll(async () => {
  world = await makeWorld()
  driver = await driverAt(world, 50, 'OFFLINE')
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.owner.query('delete from apps')
  const made = await world.send(appsCalls.update, { platform: 'H5', name: '归航司机端', identifier: 'https://m.example/driver/' })
  appId = (made.data as { appId: string }).appId
  await enable(true)
})

const enable = (enabled: boolean) => world.send(appsCalls.enable, { appId, enabled })
const makeDefault = () => world.send(appsCalls.driverDefault, { appId, driverDefault: true })
async function save(settings: object) {
  const { version } = (await world.send(appsCalls.settings, { appId })).data as { version: number }
  expect((await world.send(appsCalls.saveSettings, { appId, version, settings })).code).toBe(0)
}
const shown = (headers: Record<string, string> = {}) => world.send(driverClientCalls.app, { tenantId: world.tenantA }, '', headers)
const me = (headers: Record<string, string> = {}) => world.send(dispatchCalls.me, {}, driver.token, headers)
const named = (version = '') => ({ 'app-id': appId, ...(version && { 'app-version': version }) })
/** A change holds everywhere within five seconds: what this process remembered of apps is over by then. */
async function until(what: () => Promise<{ error?: string }>, error: string | undefined) {
  for (let i = 0; i < 50; i++) {
    const given = await what()
    if (given.error === error) return given
    await sleep(100)
  }
  throw new Error(`never ${error ?? 'taken'}`)
}

test('a client reads the app that it is; of a business without a default app it is shown the business', async () => {
  await save({ notice: '今夜有雨', servicePhone: '4008001234', latestVersion: '3.2.1', downloadUrl: 'https://app.example/get' })
  await until(() => shown(named()), undefined)
  await sleep(2_100)
  expect((await shown(named())).data).toMatchObject({
    appId,
    name: '归航司机端',
    notice: '今夜有雨',
    servicePhone: '4008001234',
    latestVersion: '3.2.1',
  })
  expect((await shown()).data).toMatchObject({ appId: null, name: '甲代驾', notice: '' })
  expect((await shown({ 'app-id': '999999' })).error).toBe('driver.appUnknown')
  expect((await world.send(driverClientCalls.app, { tenantId: world.tenantB }, '', named())).error).toBe('driver.appUnknown')
})

test('what a client has of its app is not sent again until it changes', async () => {
  const read = (tag = '') =>
    world.app.http.inject({
      method: 'GET',
      url: `${driverClientCalls.app.path}?tenantId=${world.tenantA}`,
      headers: { ...(tag && { 'if-none-match': tag }) },
    })
  const first = await read()
  const tag = String(first.headers.etag)
  expect(tag).toMatch(/^W\/"/)
  const again = await read(tag)
  expect([again.statusCode, again.body]).toEqual([304, ''])
  await makeDefault()
  await sleep(2_100)
  const changed = await read(tag)
  expect(changed.statusCode).toBe(200)
  expect(changed.json<{ data: { appId: string } }>().data.appId).toBe(appId)
})

test('a client from before there were apps is the default one: switched off, it is refused at every door, in words, and let in again', async () => {
  await makeDefault()
  await enable(false)
  const refused = await until(() => me(), 'driver.appDisabled')
  expect(refused).toMatchObject({ code: 403102, message: '该应用已停用，请联系公司', data: { name: '归航司机端' } })
  const doors = [
    () => shown(),
    () => world.send(dispatchCalls.sendCode, { tenantId: world.tenantA, phone: driver.phone }, ''),
    () => world.send(dispatchCalls.signIn, { tenantId: world.tenantA, phone: driver.phone, code: '000000' }, ''),
    () => world.send(dispatchCalls.goOnline, {}, driver.token),
    () => world.send(dispatchCalls.positions, { positions: [{ lat: 30.2, lng: 120.1 }] }, driver.token),
    () => world.send(dispatchCalls.offers, {}, driver.token),
  ]
  for (const door of doors) expect((await door()).error).toBe('driver.appDisabled')
  const stream = await world.app.http.inject({ method: 'GET', url: OFFER_STREAM_PATH, headers: { token: driver.token } })
  expect(stream.json()).toMatchObject({ error: 'driver.appDisabled' })
  await enable(true)
  await until(() => me(), undefined)
})

test('the trip comes first: a driver with an order in hand brings it to its bill, gets nothing new and is refused after', async () => {
  await makeDefault()
  await until(() => me(), undefined)
  const { orderId } = await placeCall(world)
  const onTrip = as(world, await handedTo(world, orderId))
  const idle = await driverAt(world, 50)
  const refusedIdle = () => as(world, idle)(dispatchCalls.positions, { positions: [PICKUP] })
  await enable(false)
  await until(refusedIdle, 'driver.appDisabled')
  expect(await workStatus(world, idle)).toBe('OFFLINE')

  expect((await onTrip(dispatchCalls.me)).data).toMatchObject({ order: { orderId } })
  for (const step of [dispatchCalls.goOnline, dispatchCalls.offers, dispatchCalls.goOffline])
    expect((await onTrip(step)).error).toBe('driver.appDisabled')
  expect((await onTrip(dispatchCalls.positions, { positions: [PICKUP] })).code).toBe(0)
  // What the page shows beside the trip does not shut it either.
  expect((await onTrip(driverWeatherCalls.weather)).code).toBe(0)
  for (const step of [dispatchCalls.arrive, dispatchCalls.depart, dispatchCalls.end, dispatchCalls.file])
    expect(await onTrip(step, { id: orderId, ...(step === dispatchCalls.end && { reason: '到达' }) })).toMatchObject({ code: 0 })
  const { rows } = await world.owner.query('select d.work_status from drivers d join orders o using (driver_id) where o.order_id = $1', [
    orderId,
  ])
  expect(rows).toEqual([{ work_status: 'OFFLINE' }])
  expect((await onTrip(dispatchCalls.me)).error).toBe('driver.appDisabled')
  expect((await onTrip(dispatchCalls.positions, { positions: [PICKUP] })).error).toBe('driver.appDisabled')
})

test('an invitation is not used up by an app that is off', async () => {
  await makeDefault()
  const invited = await world.send(driverInvitationCalls.invite, { driverId: driver.driverId })
  const token = (invited.data as { link: string }).link.split('#join=')[1]!
  await enable(false)
  await until(() => me(), 'driver.appDisabled')
  for (const call of [driverJoinCalls.invitation, driverJoinCalls.join])
    expect((await world.send(call, { token }, '')).error).toBe('driver.appDisabled')
  await enable(true)
  await until(() => world.send(driverJoinCalls.invitation, { token }, ''), undefined)
  expect((await world.send(driverJoinCalls.join, { token }, '')).code).toBe(0)
})

test('below the lowest version a client is told where the new one is, before it signs in as well; from it on it goes on', async () => {
  await save({ minVersion: '3.2', latestVersion: '3.10', downloadUrl: 'https://app.example/get' })
  const refused = await until(() => shown(named('3.1.9')), 'driver.appTooOld')
  expect(refused).toMatchObject({
    code: 426101,
    data: { minVersion: '3.2', latestVersion: '3.10', downloadUrl: 'https://app.example/get' },
  })
  const code = (version: string) => world.send(dispatchCalls.sendCode, { tenantId: world.tenantA, phone: driver.phone }, '', named(version))
  expect((await code('3.1.9')).error).toBe('driver.appTooOld')
  expect((await me(named('3.1.9'))).error).toBe('driver.appTooOld')
  expect((await me(named())).error).toBe('driver.appTooOld')
  expect((await me(named('3.10'))).code).toBe(0)
  expect((await me()).code).toBe(0)
})

test('a stream of offers ends within five seconds of its app being switched off', async () => {
  await makeDefault()
  await until(() => shown(), undefined)
  const address = await world.app.http.listen({ port: 0, host: '127.0.0.1' })
  const stream = await fetch(`${address}${OFFER_STREAM_PATH}`, { headers: { accept: 'text/event-stream', token: driver.token } })
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  await enable(false)
  // Ends by itself: with the server still up, nothing else would end it.
  await stream.text()
  await until(() => me(), 'driver.appDisabled')
})
