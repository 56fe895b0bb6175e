import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { driverAt, type TestDriver } from '../drivers.ts'
import { makeWorld, type World } from '../world.ts'

let world: World
let other: App
beforeAll(async () => {
  world = await makeWorld()
  other = await world.beside()
})
afterAll(() => world.close())

const me = async ({ token }: TestDriver, at: App = world.app) =>
  (await at.http.inject({ method: 'GET', url: dispatchCalls.me.path, headers: { token } })).json<{
    code: number
    data: { cityId: string }
  }>()
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a hundred drivers who report for six seconds cost a few reads of their sessions, not one each time', {
  timeout: 30_000,
}, async () => {
  const drivers = await Promise.all(Array.from({ length: 100 }, () => driverAt(world, null)))
  const report = ({ token }: TestDriver) =>
    world.send(dispatchCalls.positions, { positions: [{ lat: 30.27, lng: 120.15, datum: 'WGS84' }] }, token)
  let reads = 0
  const count = () => reads++
  world.app.platform.db.platform.on('acquire', count)
  for (let second = 0; second < 6; second++) {
    for (const answer of await Promise.all(drivers.map(report))) expect(answer.code).toBe(0)
    await pause(1_000)
  }
  world.app.platform.db.platform.off('acquire', count)
  // Live events are read twice a second on the same pool, positions written every two.
  expect(reads).toBeLessThan(100)
  await pause(2_500)
  const { rows } = await world.owner.query(
    `select 1 from sessions where driver_id = any ($1::bigint[]) and last_active_at > signed_in_at`,
    [drivers.map(({ driverId }) => driverId)],
  )
  expect(rows).toHaveLength(100)
})

test('a driver whose session was ended, whose tenant was closed or who moved to another city is known as such within five seconds, in every process', {
  timeout: 30_000,
}, async () => {
  const ended = await driverAt(world, null)
  const moved = await driverAt(world, null)
  const stays = await driverAt(world, null)
  const askAll = async () => {
    for (const app of [world.app, other])
      for (const driver of [ended, moved, stays])
        if (driver !== ended) expect((await me(driver, app)).code).toBe(0)
        else await me(driver, app)
  }
  await askAll()
  await pause(2_500)
  await askAll()
  expect((await me(ended)).code).toBe(0)
  await world.owner.query(`update sessions set ended_at = now(), end_reason = 'REVOKED' where driver_id = $1`, [ended.driverId])
  await world.owner.query(`update drivers set city_id = 310000, org_id = $2 where driver_id = $1`, [moved.driverId, world.shanghaiOrg])
  const until = Date.now() + 5_000
  // Asking all the while keeps a session remembered, it does not keep it alive.
  while (Date.now() < until) {
    await askAll()
    await pause(200)
  }
  expect([(await me(ended)).code, (await me(ended, other)).code]).toEqual([401, 401])
  const body = { positions: [{ lat: 31.23, lng: 121.47, datum: 'WGS84' }] }
  await world.send(dispatchCalls.positions, body, moved.token)
  expect(world.app.platform.positions.get(moved.driverId)?.cityId).toBe('310000')
  await world.owner.query(`update tenants set state = 40 where tenant_id = $1`, [world.tenantA])
  await pause(5_000)
  expect([(await me(stays)).code, (await me(stays, other)).code]).toEqual([401, 401])
})
