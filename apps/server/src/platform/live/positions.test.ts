import { hasRedis, type ThrowawayRedis, throwawayRedis } from '#test/harness/throwaway-redis'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Fix, inProcessPositions, metresBetween, type Positions } from './positions.ts'
import { redisPositions } from './redis-positions.ts'

const fixAt = (driverId: string, lat: number, lng: number, more: Partial<Fix> = {}): Fix => ({
  driverId,
  tenantId: '1',
  cityId: '330100',
  lat,
  lng,
  headingDeg: null,
  speedMps: null,
  accuracyM: null,
  deviceAt: null,
  receivedAt: 1_000,
  ...more,
})
/** Numbers that look random and are the same each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

let server: ThrowawayRedis
let namespaces = 0
const opened: Positions[] = []
const log = { warn: () => {}, info: () => {} }
const shared = async (namespace = String(++namespaces)) => {
  const positions = await redisPositions({ url: server.url, namespace, log })
  opened.push(positions)
  return positions
}
async function until(fulfilled: () => boolean, ms = 25_000): Promise<void> {
  for (const end = Date.now() + ms; !fulfilled(); ) {
    if (Date.now() > end) throw new Error('It did not come about.')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
beforeAll(async () => {
  if (hasRedis) server = await throwawayRedis()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((positions) => positions.close()))
})
afterAll(() => server?.drop())

// Without a redis-server or valkey-server on this machine only the first is tried; the check fails where there is none.
describe.each([
  { where: 'in one process', make: async () => inProcessPositions() as Positions },
  ...(hasRedis ? [{ where: 'in Redis', make: () => shared() }] : []),
])('$where', ({ make }) => {
  test.each([
    ['a town at night', 30.27, 120.15, 0.2, 3_000, 5_000],
    ['a whole province', 30.27, 120.15, 3, 3_000, 50_000],
    ['both sides of the 180th meridian', -17, 179.98, 0.2, 500, 20_000],
    ['the far north', 78.2, 15.6, 2, 500, 50_000],
    ['a handful of drivers', 30.27, 120.15, 0.3, 12, 50_000],
  ])('%s: those found are the nearest there are, also after they moved', async (_, lat, lng, spread, count, radiusM) => {
    const random = numbers(7)
    const somewhere = () => {
      const east = lng + (random() - 0.5) * spread
      return [lat + (random() - 0.5) * spread, east > 180 ? east - 360 : east] as const
    }
    const positions = await make()
    const drivers = Array.from({ length: count }, (__, n) => String(n))
    positions.put(drivers.map((id) => fixAt(id, ...somewhere())))
    positions.put(drivers.filter((___, n) => n % 3 === 0).map((id) => fixAt(id, ...somewhere())))
    for (const id of drivers.slice(0, 5)) positions.remove(id)
    const all = [...positions.all('1')]
    expect(all).toHaveLength(count - 5)
    for (let n = 0; n < 50; n++) {
      const [atLat, atLng] = somewhere()
      const odd = (fix: Fix) => Number(fix.driverId) % 2 === 1
      const distances = all
        .filter(odd)
        .map((fix) => metresBetween(atLat, atLng, fix.lat, fix.lng))
        .filter((metres) => metres <= radiusM)
        .sort((a, b) => a - b)
      const found = await positions.nearest('1', atLat, atLng, radiusM, 20, odd)
      expect(found.map(({ distanceM }) => distanceM)).toEqual(distances.slice(0, 20))
      expect(found.every(({ fix }) => odd(fix))).toBe(true)
    }
  })

  test('a fix that was received earlier does not put a driver back', async () => {
    const positions = await make()
    positions.put([fixAt('7', 30, 120, { receivedAt: 2_000 })])
    positions.put([fixAt('7', 31, 121, { receivedAt: 1_000 })])
    expect(positions.get('7')?.lat).toBe(30)
    expect(await positions.nearest('1', 31, 121, 1_000, 10)).toEqual([])
  })

  test('another tenant’s drivers are never near, and a driver who left is gone', async () => {
    const positions = await make()
    positions.put([fixAt('7', 30, 120), fixAt('8', 30, 120, { tenantId: '2' })])
    expect((await positions.nearest('1', 30, 120, 1_000, 10)).map(({ fix }) => fix.driverId)).toEqual(['7'])
    positions.remove('7')
    expect(await positions.nearest('1', 30, 120, 1_000, 10)).toEqual([])
    expect(positions.get('7')).toBeUndefined()
    expect(positions.size()).toBe(1)
  })

  test('what changed since a moment is asked of one tenant', async () => {
    const positions = await make()
    positions.put([
      fixAt('7', 30, 120, { receivedAt: 1_000 }),
      fixAt('8', 30, 120, { receivedAt: 2_000 }),
      fixAt('9', 30, 120, { tenantId: '2', receivedAt: 3_000 }),
    ])
    expect(positions.changedSince('1', 1_500).map(({ driverId }) => driverId)).toEqual(['8'])
  })
})

describe.skipIf(!hasRedis)('two processes on one Redis', () => {
  test('what one receives the other finds at once, and one driver has one place', async () => {
    const [one, other] = [await shared('pair'), await shared('pair')]
    one.put([fixAt('7', 30, 120, { accuracyM: 12, headingDeg: 90, deviceAt: 5 })])
    await until(() => other.get('7') !== undefined)
    expect(other.get('7')).toEqual(one.get('7'))
    expect((await other.nearest('1', 30, 120, 5_000, 20)).map(({ fix, distanceM }) => [fix.driverId, distanceM])).toEqual([['7', 0]])
    // The driver's telephone is now answered by the other process, in another part of the town.
    other.put([fixAt('7', 30.1, 120, { receivedAt: 2_000 })])
    await until(() => one.get('7')?.receivedAt === 2_000)
    expect(await one.nearest('1', 30, 120, 5_000, 20)).toEqual([])
    expect((await one.nearest('1', 30.1, 120, 5_000, 20)).map(({ fix }) => fix.receivedAt)).toEqual([2_000])
    // Late news of where the driver was before.
    one.put([fixAt('7', 30, 120, { receivedAt: 1_500 })])
    expect(await other.nearest('1', 30, 120, 5_000, 20)).toEqual([])
    expect(one.get('7')?.lat).toBe(30.1)
    other.remove('7')
    await until(() => one.get('7') === undefined)
    expect(await one.nearest('1', 30.1, 120, 5_000, 20)).toEqual([])
  })

  test('a process that starts later knows what the others received; who was not heard of for a day is let go', async () => {
    const first = await shared('late')
    const now = Date.now()
    first.put([fixAt('7', 30, 120, { receivedAt: now }), fixAt('8', 30, 120, { receivedAt: now - 25 * 3_600_000 })])
    await first.nearest('1', 30, 120, 10, 1)
    const second = await shared('late')
    expect([...second.all('1')].map(({ driverId }) => driverId)).toEqual(['7'])
    expect((await second.nearest('1', 30, 120, 5_000, 20)).map(({ fix }) => fix.driverId)).toEqual(['7'])
  })

  test('others who share the Redis see nothing of it', async () => {
    const [ours, theirs] = [await shared('ours'), await shared('theirs')]
    ours.put([fixAt('7', 30, 120)])
    await ours.nearest('1', 30, 120, 10, 1)
    expect(await theirs.nearest('1', 30, 120, 5_000, 20)).toEqual([])
    expect(theirs.size()).toBe(0)
  })

  test('what one tells while the other cannot hear it reaches the other once it hears again', async () => {
    const [one, other] = [await shared('deaf'), await shared('deaf')]
    const admin = new Redis(server.url)
    await admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
    admin.disconnect()
    one.put([fixAt('5', 30, 120, { receivedAt: Date.now() })])
    await until(() => other.get('5') !== undefined)
    expect(other.get('5')).toMatchObject({ lat: 30, lng: 120 })
  })

  test('while Redis is away each goes on with what it knows, and hands that in once Redis is back, even an empty one', async () => {
    const [one, other] = [await shared('cut'), await shared('cut')]
    const now = Date.now()
    one.put([fixAt('7', 30, 120, { receivedAt: now }), fixAt('8', 30.01, 120, { receivedAt: now })])
    await until(() => other.get('8') !== undefined)
    await server.kill()
    one.put([fixAt('7', 30.001, 120, { receivedAt: now + 1 }), fixAt('9', 30, 120, { receivedAt: now + 1 })])
    const near = async (of: Positions) => (await of.nearest('1', 30, 120, 5_000, 20)).map(({ fix }) => fix.driverId)
    expect(await near(one)).toEqual(['9', '7', '8'])
    expect(await near(other)).toEqual(['7', '8'])
    await server.start()
    await until(() => other.get('9') !== undefined)
    expect(await near(other)).toEqual(['9', '7', '8'])
    const later = await shared('cut')
    expect([...later.all('1')].map(({ driverId }) => driverId).sort()).toEqual(['7', '8', '9'])
  })
})
