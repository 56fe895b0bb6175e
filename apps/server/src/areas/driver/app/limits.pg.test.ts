import { dispatchCalls, OFFER_STREAM_PATH } from '@chauffeur/contract/driver/app'
import { sessionCalls } from '@chauffeur/contract/access/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, driverAt, north } from '#test/drivers'
import { makeWorld, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld({ settings: { driverLimits: { reports: 4, commands: 3, reads: 5 }, operatorLimit: 8 } })
})
afterAll(() => world.close())

test('a telephone that asks too often is told when to come back; each kind of request has its measure, and other drivers notice nothing', async () => {
  const [busy, other] = [await driverAt(world, 50, 'OFFLINE'), await driverAt(world, 50, 'OFFLINE')]
  const report = (driver: typeof busy) => as(world, driver)(dispatchCalls.positions, { positions: [north(50)] })
  const codes = async (n: number, ask: () => Promise<{ code: number }>) => {
    const got: number[] = []
    for (let i = 0; i < n; i++) got.push((await ask()).code)
    return got
  }
  expect(await codes(5, () => report(busy))).toEqual([0, 0, 0, 0, 42932])
  expect(await codes(6, () => as(world, busy)(dispatchCalls.me))).toEqual([0, 0, 0, 0, 0, 42932])
  const stream = await world.app.http.inject({ method: 'GET', url: OFFER_STREAM_PATH, headers: { token: busy.token } })
  expect(stream.json()).toMatchObject({ code: 42932, error: 'driver.tooOften' })
  expect(await codes(4, () => as(world, busy)(dispatchCalls.goOffline))).toEqual([0, 0, 0, 42932])
  const refused = await report(busy)
  expect(refused).toMatchObject({ error: 'driver.tooOften', message: '操作过于频繁，请稍后再试' })
  const { retryAfterS } = refused.data as { retryAfterS: number }
  expect(retryAfterS).toBeGreaterThan(50)
  expect(retryAfterS).toBeLessThanOrEqual(60)
  expect((await report(other)).code).toBe(0)
})

test('an operator’s account that asks without end is told when to come back, is not signed out, and holds up no other', async () => {
  const ask = (as: 'hangzhou' | 'company') => world.send(sessionCalls.me, {}, as)
  const codes: number[] = []
  for (let i = 0; i < 9; i++) codes.push((await ask('hangzhou')).code)
  expect(codes).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 42900])
  const refused = await ask('hangzhou')
  expect(refused.message).toBe('操作过于频繁，请稍后再试')
  expect((refused.data as { retryAfterS: number }).retryAfterS).toBeLessThanOrEqual(60)
  expect((await ask('company')).code).toBe(0)
})
