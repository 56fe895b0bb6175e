import { callCentreCalls } from '@chauffeur/contract/call-centre'
import { dispatchCalls } from '@chauffeur/contract/dispatch'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startDispatch } from '#areas/dispatch'
import { driverAt, north, offersOf, PICKUP, placeCall, type TestDriver, until } from '#test/drivers'
import { hasRedis, type ThrowawayRedis, throwawayRedis } from '#test/harness/throwaway-redis'
import { HANGZHOU, makeWorld, type World } from '#test/world'

const problems: unknown[] = []
const log = {
  warn: (detail: object, message: string) => problems.push([message, detail]),
  error: (detail: object, message: string) => problems.push([message, detail]),
}

describe.skipIf(!hasRedis)('two server processes with one Redis', () => {
  let redis: ThrowawayRedis
  let world: World
  let second: Awaited<ReturnType<World['beside']>>
  beforeAll(async () => {
    redis = await throwawayRedis()
    world = await makeWorld({ settings: { redisUrl: redis.url } })
    second = await world.beside()
  })
  afterAll(async () => {
    await world?.close()
    await redis?.drop()
  })
  /** The driver's telephone is answered by the second process. */
  const reports = async (driver: TestDriver, metres: number) => {
    const answer = await second.http.inject({
      method: 'POST',
      url: dispatchCalls.positions.path,
      headers: { token: driver.token },
      payload: { positions: [{ ...north(metres), accuracyM: 8 }] },
    })
    expect(answer.json()).toMatchObject({ code: 0, data: { accepted: 1 } })
  }
  const nearby = async () =>
    (
      (await world.send(callCentreCalls.nearbyDrivers, { cityId: HANGZHOU, ...PICKUP, radiusM: 5_000, limit: 20 })).data as {
        rows: { driverId: string; distanceM: number; freshness: string }[]
      }
    ).rows.map(({ driverId, distanceM, freshness }) => [driverId, Math.round(distanceM / 10) * 10, freshness])

  /** Within moments: the answer to the driver does not wait for Redis. */
  const seen = (expected: unknown[]) => vi.waitFor(async () => expect(await nearby()).toEqual(expected), { timeout: 1_000, interval: 10 })

  test('the order desk at one process sees at once where drivers are who report to the other, each at one place', async () => {
    const [near, far] = [await driverAt(world, null), await driverAt(world, null)]
    await reports(near, 200)
    await reports(far, 6_000)
    await seen([[near.driverId, 200, 'FRESH']])
    await reports(near, 250)
    await seen([[near.driverId, 250, 'FRESH']])
    // What one process knows of a driver holds for the other: a jump is not believed there either.
    const jump = await world.send(dispatchCalls.positions, { positions: [{ lat: 3.1, lng: 101.6 }] }, near.token)
    expect(jump.data).toEqual({ accepted: 0, rejected: 1 })
  })

  test('orders go to the driver who is nearest by what the other process heard, also after that one took the city over', {
    timeout: 30_000,
  }, async () => {
    await world.owner.query(`update drivers set work_status = 'OFFLINE'`)
    const [one, other] = [await driverAt(world, null), await driverAt(world, null)]
    await reports(one, 900)
    await reports(other, 600)
    let engine = startDispatch(world.app.platform, { log, tickMs: 50 })
    const first = await placeCall(world)
    const offered = async (driver: TestDriver, orderId: string) =>
      (await offersOf(world, driver)).some((offer) => offer.orderId === orderId)
    await until(() => offered(other, first.orderId), 'offer to the nearer driver')
    await engine.stop()

    engine = startDispatch(second.platform, { log, tickMs: 50 })
    await reports(one, 850)
    const next = await placeCall(world)
    await until(() => offered(one, next.orderId), 'offer by the process that took over')
    await engine.stop()
    expect(problems).toEqual([])
  })
})
