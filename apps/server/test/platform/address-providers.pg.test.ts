import type { MapProviderName } from '@chauffeur/contract/kernel/map-failure'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressQuestions, askAddress } from '#platform/geo/address/ask-address'
import type { InstalledService } from '#platform/geo/services/installed'
import { type MapServices, mapServicesOf } from '#platform/geo/services/services'
import { metresBetween } from '#platform/live/positions'
import { amapServer } from '#test/harness/maps/amap-server'
import { baiduServer } from '#test/harness/maps/baidu-server'
import type { MapServer } from '#test/harness/maps/map-server'
import { nominatimServer, photonServer } from '#test/harness/maps/osm-servers'
import { tiandituServer } from '#test/harness/maps/tianditu-server'
import { HANGZHOU, makeWorld, type World } from '#test/world'

let world: World
const servers = new Map<MapProviderName, MapServer<string>>()
const city = { cityId: HANGZHOU, name: '杭州市', lat: 30.2741, lng: 120.1551 }
const keys: Partial<Record<MapProviderName, string>> = { AMAP: 'amap-key', TIANDITU: 'tianditu-key', BAIDU: 'baidu-key' }
beforeAll(async () => {
  world = await makeWorld()
  for (const [provider, make] of [
    ['AMAP', amapServer],
    ['TIANDITU', tiandituServer],
    ['BAIDU', baiduServer],
    ['PHOTON', photonServer],
    ['NOMINATIM', nominatimServer],
  ] as const)
    servers.set(provider, (await make()) as MapServer<string>)
})
afterAll(async () => {
  await world.close()
  for (const server of servers.values()) await server.stop()
})

const log = { warn: () => {} }
/** A busy machine is no slow service. */
const mapsOf = (installed: InstalledService[], answerMs = 20_000): MapServices => {
  const { db, vault } = world.app.platform
  return mapServicesOf({ db, vault, settings: { installed, hosts: [], answerMs }, log })
}
const installedAt = (provider: MapProviderName, url: string): InstalledService => ({
  kind: 'ADDRESS',
  provider,
  url,
  key: keys[provider] ?? '',
})
const mapsAt = (provider: MapProviderName, url: string) => mapsOf([installedAt(provider, url)])
const ask = (...providers: MapProviderName[]) =>
  askAddress(
    { db: world.app.platform.db, maps: mapsOf(providers.map((provider) => installedAt(provider, servers.get(provider)!.url))) },
    world.tenantA,
  )

describe.each<MapProviderName>(['AMAP', 'TIANDITU', 'BAIDU', 'PHOTON', 'NOMINATIM'])('%s', (provider) => {
  test('finds a place by its name, in the datum of the world', async () => {
    const { found, by, failed } = await ask(provider).search({ keyword: '黄龙体育中心', city })
    expect([by, failed]).toEqual([provider, []])
    expect(found.map(({ name, district, exact }) => [name, district, exact])).toEqual([['黄龙体育中心', '西湖区', true]])
    expect(metresBetween(30.269, 120.1268, found[0]!.lat, found[0]!.lng)).toBeLessThan(60)
    if (provider !== 'NOMINATIM')
      expect((await ask(provider).tips({ keyword: '黄龙', city })).found.map(({ name, district }) => [name, district])).toEqual([
        ['黄龙体育中心', '西湖区'],
      ])
  })

  test('finds the house that was typed, no pin for a district, and nothing is no fault', async () => {
    const { found } = await ask(provider).geocode({ text: '黄龙路1号', city })
    expect(found).toMatchObject({ name: '黄龙路1号', exact: true })
    expect(metresBetween(30.269, 120.1268, found!.lat, found!.lng)).toBeLessThan(60)
    for (const text of ['西湖区', '火星大街'])
      expect(await ask(provider).geocode({ text, city }), text).toMatchObject({ found: null, failed: [] })
  })

  test('names a spot by what stands there, and the sea by nothing', async () => {
    expect((await ask(provider).reverse({ lat: 30.269, lng: 120.1268 })).found).toMatchObject({
      name: '黄龙体育中心',
      district: '西湖区',
      lat: 30.269,
    })
    expect(await ask(provider).reverse({ lat: 20, lng: 125 })).toMatchObject({ found: null, failed: [], by: provider })
  })

  test.each([
    ['GARBAGE', 'BAD_ANSWER'],
    ['HTTP_500', 'FAULT'],
    ['HTTP_502_PAGE', 'FAULT'],
    ['CLOSED', 'UNREACHABLE'],
    ['MOVED', 'UNREACHABLE'],
  ])('is passed over for the next one where it answers %s', async (fault, why) => {
    const other = provider === 'AMAP' ? 'BAIDU' : 'AMAP'
    servers.get(provider)!.faults.push(fault)
    const { found, by, failed } = await ask(provider, other).search({ keyword: '武林', city })
    expect(failed).toEqual([{ provider, why, reason: null }])
    expect([by, found[0]!.name]).toEqual([other, '武林广场'])
  })
})

test.each<[MapProviderName, string, string, string]>([
  ['AMAP', 'WRONG_KEY', 'REFUSED', 'KEY_WRONG'],
  ['AMAP', 'BROWSER_KEY', 'REFUSED', 'KEY_OTHER_USE'],
  ['AMAP', 'OTHER_IP', 'REFUSED', 'ADDRESS_NOT_LISTED'],
  ['AMAP', 'DAY_QUOTA', 'QUOTA', 'DAY_QUOTA'],
  ['AMAP', 'TOO_FAST', 'QUOTA', 'TOO_MANY_A_SECOND'],
  ['AMAP', 'ARREARS', 'REFUSED', 'NOT_OPENED'],
  ['BAIDU', 'WRONG_KEY', 'REFUSED', 'KEY_WRONG'],
  ['BAIDU', 'BROWSER_KEY', 'REFUSED', 'KEY_OTHER_USE'],
  ['BAIDU', 'OTHER_IP', 'REFUSED', 'ADDRESS_NOT_LISTED'],
  ['BAIDU', 'DAY_QUOTA', 'QUOTA', 'DAY_QUOTA'],
  ['BAIDU', 'TOO_FAST', 'QUOTA', 'TOO_MANY_A_SECOND'],
  ['BAIDU', 'SERVICE_OFF', 'REFUSED', 'NOT_OPENED'],
  ['TIANDITU', 'WRONG_KEY', 'REFUSED', 'KEY_WRONG'],
  ['TIANDITU', 'BROWSER_KEY', 'REFUSED', 'KEY_OTHER_USE'],
  ['TIANDITU', 'DAY_QUOTA', 'QUOTA', 'DAY_QUOTA'],
  ['TIANDITU', 'BAD_QUESTION', 'REFUSED', 'BAD_QUESTION'],
])('%s that answers %s says what somebody has to do about it', async (provider, fault, why, reason) => {
  servers.get(provider)!.faults.push(fault)
  expect((await ask(provider).search({ keyword: '武林广场', city })).failed).toEqual([{ provider, why, reason }])
})

test('a slow service is not waited for longer than an operator waits', async () => {
  servers.get('AMAP')!.faults.push('SILENT')
  const maps = mapsOf([installedAt('AMAP', servers.get('AMAP')!.url)], 500)
  const { by, failed } = await askAddress({ db: world.app.platform.db, maps }, world.tenantA).search({ keyword: '武林广场', city })
  expect([by, failed]).toEqual([null, [{ provider: 'AMAP', why: 'TIMEOUT', reason: null }]])
})

test('an answer that may be kept is asked for once; one that may not is asked for again', async () => {
  const times = async (provider: MapProviderName) => {
    const { asked } = servers.get(provider)!
    const before = asked.length
    const first = await ask(provider).search({ keyword: '文三路', city })
    const second = await ask(provider).search({ keyword: '文三路', city })
    expect(second.found).toEqual(first.found)
    return [asked.length - before, second.cached]
  }
  expect(await times('PHOTON')).toEqual([1, true])
  expect(await times('AMAP')).toEqual([2, false])
})

test.each<[MapProviderName, () => Promise<MapServer<string>>]>([
  ['AMAP', () => amapServer({ signingKey: 'sign-me' })],
  ['BAIDU', () => baiduServer({ signingKey: 'sign-me' })],
])('%s lets in what is signed as its key demands', async (provider, make) => {
  const server = await make()
  try {
    const service = { ...mapsAt(provider, server.url).installed('ADDRESS')[0]!, signingKey: 'sign-me' }
    const search = (keyword: string, signingKey = 'sign-me') => addressQuestions({ ...service, signingKey })!.search({ keyword, city })
    await expect(search('武林广场', '')).rejects.toMatchObject({ reason: 'SIGNATURE' })
    expect(await search("武林广场 (A+B)!'")).toEqual([])
    expect((await search('武林广场'))[0]).toMatchObject({ name: '武林广场' })
  } finally {
    await server.stop()
  }
})
