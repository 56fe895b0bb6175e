import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { dispatchTeamsCalls } from '@chauffeur/contract/dispatch/team'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { flushPositions } from './position.service.ts'
import { startDispatch } from '#areas/dispatch/engine'
import { inProcessPositions } from '#platform/live/positions'
import type { DriverSession } from '#platform/identity/session'
import { driverAt, north, offersOf, onTheWay, PICKUP, placeCall, type TestDriver, until } from '#test/drivers'
import { hasRedis, type ThrowawayRedis, throwawayRedis } from '#test/harness/throwaway-redis'
import { HANGZHOU, makeWorld, type World } from '#test/world'
import { receiveFixes } from './position.service.ts'

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
  const seen = (expected: unknown[]) => vi.waitFor(async () => expect(await nearby()).toEqual(expected), { timeout: 10_000, interval: 10 })

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

  test('a batch that is sent again to the other process adds no point and no metre, and does not put the driver back', async () => {
    const engine = startDispatch(world.app.platform, { log, tickMs: 50 })
    const { driver, orderId, call } = await onTheWay(world)
    await engine.stop()
    for (const step of [dispatchCalls.arrive, dispatchCalls.depart]) expect((await call(step, { id: orderId })).code).toBe(0)
    await world.owner.query(
      `update orders set depart_at = now() - interval '10 minutes', arrived_at = now() - interval '10 minutes', accepted_at = now() - interval '11 minutes' where order_id = $1`,
      [orderId],
    )
    await world.owner.query('delete from track_points where order_id = $1', [orderId])
    const now = Date.now()
    const positions = Array.from({ length: 31 }, (_, i) => ({
      ...north(i * 100),
      at: new Date(now - (30 - i) * 15_000).toISOString(),
      accuracyM: 10,
    }))
    const kept = async () =>
      (await world.owner.query<{ n: number }>('select count(*)::int as n from track_points where order_id = $1', [orderId])).rows[0]!.n
    expect((await call(dispatchCalls.positions, { positions })).data).toEqual({ accepted: 31, rejected: 0 })
    await flushPositions(world.app.platform)
    expect(await kept()).toBe(31)
    await until(async () => second.platform.positions.get(driver.driverId)?.lat === north(3_000).lat, 'news of the other process')

    const again = (batch: object[]) =>
      second.http.inject({
        method: 'POST',
        url: dispatchCalls.positions.path,
        headers: { token: driver.token },
        payload: { positions: batch },
      })
    // The answer was lost: sent again whole, in part, and in part once more to the first.
    for (const batch of [positions, positions.slice(5, 20)])
      expect((await again(batch)).json()).toMatchObject({ code: 0, data: { accepted: batch.length, rejected: 0 } })
    await call(dispatchCalls.positions, { positions: positions.slice(0, 12) })
    for (const platform of [second.platform, world.app.platform]) await flushPositions(platform)
    expect(await kept()).toBe(31)
    for (const platform of [second.platform, world.app.platform])
      expect(platform.positions.get(driver.driverId)!.lat).toBe(north(3_000).lat)
    expect((await call(dispatchCalls.end, { id: orderId, reason: '客户要求' })).code).toBe(0)
    const { rows } = await world.owner.query<{ distance_m: number }>('select distance_m from orders where order_id = $1', [orderId])
    expect(Math.abs(rows[0]!.distance_m - 3_000)).toBeLessThan(60)
  })

  test('also a process that has just started, and heard of nothing, keeps each point once', async () => {
    const engine = startDispatch(world.app.platform, { log, tickMs: 50 })
    const { driver, orderId, call } = await onTheWay(world)
    await engine.stop()
    for (const step of [dispatchCalls.arrive, dispatchCalls.depart]) expect((await call(step, { id: orderId })).code).toBe(0)
    await world.owner.query(
      `update orders set accepted_at = now() - interval '5 minutes', depart_at = now() - interval '5 minutes' where order_id = $1`,
      [orderId],
    )
    const now = Date.now()
    const positions = Array.from({ length: 10 }, (_, i) => ({ ...north(i * 100), at: new Date(now - (9 - i) * 15_000).toISOString() }))
    await call(dispatchCalls.positions, { positions })
    await flushPositions(world.app.platform)
    const kept = async () =>
      (
        await world.owner.query<{ n: number }>(
          'select count(*)::int as n from track_points where order_id = $1 and device_at is not null',
          [orderId],
        )
      ).rows[0]!.n
    expect(await kept()).toBe(10)
    const alone = { ...world.app.platform, db: second.platform.db, positions: inProcessPositions() }
    const session = { tenantId: world.tenantA, driverId: driver.driverId, cityId: HANGZHOU } as DriverSession
    await new Promise((resolve) => setTimeout(resolve, 20))
    receiveFixes(alone, session, positions)
    await flushPositions(alone)
    expect(await kept()).toBe(10)
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

  test('drivers stand in an area’s queue who report to the other process, and in the same order after that one took the city over', async () => {
    await world.owner.query(`update dispatch_searches set state = 'CANCELLED' where state = 'OPEN'`)
    await world.owner.query(`update drivers set work_status = 'OFFLINE'`)
    const [west, east, south, up] = [PICKUP.lng - 0.01, PICKUP.lng + 0.01, north(-1_000).lat, north(1_000).lat]
    const ring = [
      [west, south],
      [east, south],
      [east, up],
      [west, up],
      [west, south],
    ]
    const saved = await world.send(dispatchTeamsCalls.save, {
      cityId: HANGZHOU,
      name: '武林广场',
      type: 'POI_QUEUE',
      channelIds: [],
      fence: { type: 'Polygon', coordinates: [ring] },
      exclusiveS: 60,
      fallback: 'OPEN',
      members: [],
    })
    const { teamId } = saved.data as { teamId: string }
    const standing = async () =>
      ((await world.send(dispatchTeamsCalls.queue, { teamId })).data as { rows: { driverId: string; inside: boolean | null }[] }).rows
    const stand = (...drivers: TestDriver[]) =>
      vi.waitFor(async () => expect(await standing()).toMatchObject(drivers.map(({ driverId }) => ({ driverId, inside: true }))), {
        timeout: 5_000,
        interval: 20,
      })
    const [far, near] = [await driverAt(world, null), await driverAt(world, null)]
    let engine = startDispatch(world.app.platform, { log, tickMs: 50 })
    await reports(far, 800)
    await stand(far)
    await reports(near, 100)
    await stand(far, near)
    await engine.stop()
    engine = startDispatch(second.platform, { log, tickMs: 50 })
    const order = await placeCall(world)
    await until(
      async () => (await offersOf(world, far)).some(({ orderId }) => orderId === order.orderId),
      'offer to the first of the queue',
    )
    await stand(far, near)
    await engine.stop()
    expect(problems).toEqual([])
  })
})
