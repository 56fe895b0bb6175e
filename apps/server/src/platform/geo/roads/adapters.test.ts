import type { MapProviderName } from '@chauffeur/contract/kernel/map-failure'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { amapServer } from '#test/harness/maps/amap-server'
import { osrmServer } from '#test/harness/maps/osrm-server'
import { tiandituRoadsServer } from '#test/harness/maps/tianditu-roads'
import { riverTown } from '#test/valhalla/road-network'
import { startValhalla, type Valhalla } from '#test/valhalla/valhalla'
import { providerOf } from '../../provider/provider.ts'
import type { ProviderFailed } from '../../provider/request.ts'
import { roadServiceOf } from '../services/roads-adapters.ts'
import type { RoadService } from './service.ts'

const servers = { amap: await amapServer(), tianditu: await tiandituRoadsServer(), osrm: await osrmServer() }
let valhalla: Valhalla

const CENTRE = { lat: 30.25, lng: 120.16 }
/** So many metres east and north of the middle of the river town. */
const at = (east: number, north: number) => ({
  lat: CENTRE.lat + north / 111_195,
  lng: CENTRE.lng + east / (111_195 * Math.cos((CENTRE.lat * Math.PI) / 180)),
})
const roads = (provider: MapProviderName, url: string, key = ''): RoadService => {
  const asking = providerOf(
    { url, token: '' },
    { name: 'roads', timeoutMs: 500, retries: 0, mayRepeat: true, atOnce: 5 },
    { warn: () => {} },
  )
  return roadServiceOf({ entry: '1', tenantId: null, provider, url, key, signingKey: '', asking, allowed: true })!
}
const failure = (asking: Promise<unknown>) =>
  asking.then(
    () => null,
    ({ kind, code }: ProviderFailed) => [kind, code],
  )

beforeAll(async () => {
  valhalla = await startValhalla(riverTown(CENTRE))
}, 30_000)
afterAll(async () => {
  await valhalla?.stop()
  await Promise.all(Object.values(servers).map((server) => server.stop()))
})

test('AMap is asked in GCJ-02 and answers in metres and seconds, many places to one in one request', async () => {
  const amap = roads('AMAP', servers.amap.url, 'amap-key')
  const tiananmen = { lat: 39.915, lng: 116.404 }
  const north = { lat: 39.925, lng: 116.404 }
  const leg = await amap.route(tiananmen, north)
  expect(servers.amap.asked.at(-1)!.query.get('origin')).toBe('116.410244,39.916404')
  expect(leg!.distanceM).toBeGreaterThan(1_100)
  expect(leg!.distanceM).toBeLessThan(1_130)
  expect(leg!.durationS).toBe(Math.round(leg!.distanceM / 10))
  const before = servers.amap.asked.length
  const legs = await amap.matrix!.ask([north, { lat: -1, lng: 116.4 }, tiananmen], tiananmen)
  expect(servers.amap.asked.length).toBe(before + 1)
  expect(legs[0]).toEqual(leg)
  expect(legs[1]).toBeNull()
  expect(legs[2]).toEqual({ distanceM: 0, durationS: 0 })
})

test('no street near is an answer; a wrong key, too many requests and a server that is silent or broken are not', async () => {
  const amap = roads('AMAP', servers.amap.url, 'amap-key')
  expect(await amap.route({ lat: -1, lng: 116.4 }, CENTRE)).toBeNull()
  expect(await failure(roads('AMAP', servers.amap.url, 'another').route(CENTRE, CENTRE))).toEqual(['REFUSED', '10001'])
  servers.amap.faults.push('DAY_QUOTA', 'SILENT', 'GARBAGE', 'HTTP_500', 'CLOSED', 'MOVED')
  const kinds = []
  for (let n = 0; n < 6; n++) kinds.push((await failure(roads('AMAP', servers.amap.url, 'amap-key').route(CENTRE, at(0, 900))))?.[0])
  expect(kinds).toEqual(['QUOTA', 'TIMEOUT', 'BAD_ANSWER', 'FAULT', 'UNREACHABLE', 'UNREACHABLE'])
})

test('Tianditu says kilometres and seconds in XML, and nothing where no way leads', async () => {
  const tianditu = roads('TIANDITU', servers.tianditu.url, 'tianditu-key')
  const leg = await tianditu.route(CENTRE, at(0, 4_000))
  expect(leg).toEqual({ distanceM: 5_010, durationS: 417 })
  expect(await tianditu.route(CENTRE, { lat: 51, lng: 120 })).toBeNull()
  expect(tianditu.matrix).toBeUndefined()
  expect((await failure(roads('TIANDITU', servers.tianditu.url, 'other').route(CENTRE, at(0, 4_000))))?.[0]).toBe('REFUSED')
  servers.tianditu.faults.push('HTTP_502_PAGE')
  expect((await failure(tianditu.route(CENTRE, at(0, 4_000))))?.[0]).toBe('FAULT')
})

test('OSRM gives a way, many to one, and the metres between the fixes of a track', async () => {
  const osrm = roads('OSRM', servers.osrm.url)
  const island = { lat: 30.25, lng: 122.1 }
  expect(await osrm.route(CENTRE, at(0, 1_000))).toEqual({ distanceM: 1_300, durationS: 163 })
  expect(await osrm.route(CENTRE, island)).toBeNull()
  expect(await osrm.matrix!.ask([at(0, 1_000), island, CENTRE], CENTRE)).toEqual([
    { distanceM: 1_300, durationS: 163 },
    null,
    { distanceM: 0, durationS: 0 },
  ])
  const fixes = [CENTRE, at(0, 1_000), island, at(0, 2_000), at(0, 3_000)].map((place, n) => ({ ...place, at: n * 60_000 }))
  expect(await osrm.match!(fixes)).toEqual([1_300, null, null, 1_300])
  servers.osrm.faults.push('TOO_BIG')
  expect(await failure(osrm.route(CENTRE, at(0, 1_000)))).toEqual(['REFUSED', 'TooBig'])
})

test('Valhalla itself, over streets of our own: the two banks of a river are as far apart as its bridge', async () => {
  const engine = roads('VALHALLA', valhalla.url)
  const [south, north] = [at(0, 0), at(0, 250)]
  const across = await engine.route(south, north)
  expect(across!.distanceM).toBeGreaterThan(6_000)
  expect(across!.distanceM).toBeLessThan(6_500)
  expect(across!.durationS).toBeGreaterThan(400)
  const along = await engine.route(south, at(1_000, 0))
  expect(Math.abs(along!.distanceM - 1_000)).toBeLessThan(20)
  const legs = await engine.matrix!.ask([north, at(1_000, 0)], south)
  expect(Math.abs(legs[0]!.distanceM - across!.distanceM)).toBeLessThan(60)
  expect(Math.abs(legs[1]!.distanceM - 1_000)).toBeLessThan(20)
  expect(await engine.route(south, { lat: 31, lng: 121 })).toBeNull()
})

test('Valhalla ties fixes to the streets they lie along: a gap round a corner is as long as its two sides', async () => {
  const engine = roads('VALHALLA', valhalla.url)
  // Along the bank to the east, then a corner that nobody saw, then south.
  const track = [at(-500, 0), at(-300, 0), at(-100, 3), at(500, -600), at(502, -750), at(500, -900)]
  const metres = await engine.match!(track.map((fix, n) => ({ ...fix, at: n * 30_000 })))
  expect(metres).toHaveLength(5)
  expect(Math.abs(metres[2]! - 1_200)).toBeLessThan(30)
  expect(Math.abs(metres[0]! - 200)).toBeLessThan(20)
  const banks = await engine.match!([at(-200, 0), at(0, 0), at(0, 250), at(200, 250)].map((fix, n) => ({ ...fix, at: n * 30_000 })))
  expect(banks[1]).toBeNull()
})
