import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { cityCalls } from '@chauffeur/contract/operations/city'
import { type MapService, mapServiceCalls } from '@chauffeur/contract/operations/map-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { amapServer } from '#test/harness/maps/amap-server'
import { baiduServer } from '#test/harness/maps/baidu-server'
import { HANGZHOU, makeWorld, type Person, type World } from '#test/world'

let world: World
let amap: Awaited<ReturnType<typeof amapServer>>
let baidu: Awaited<ReturnType<typeof baiduServer>>
beforeAll(async () => {
  amap = await amapServer()
  baidu = await baiduServer()
  world = await makeWorld({
    settings: {
      mapServices: {
        answerMs: 20_000,
        hosts: ['127.0.0.1', 'maps.inner:5000'],
        installed: [{ kind: 'ADDRESS', provider: 'AMAP', url: amap.url, key: 'amap-key' }],
      },
    },
  })
})
afterAll(async () => {
  await world.close()
  await amap.stop()
  await baidu.stop()
})

const list = async (as: Person = 'all') => (await world.send(mapServiceCalls.list, {}, as)).data as AnswerOf<typeof mapServiceCalls.list>
const save = (input: object, as: Person = 'all') => world.send(mapServiceCalls.save, { kind: 'ADDRESS', ...input }, as)
async function saved(input: object): Promise<MapService> {
  const answer = await save(input)
  expect(answer.code, answer.message).toBe(0)
  return answer.data as MapService
}
const tryOut = async (input: object) =>
  (await world.send(mapServiceCalls.tryOut, { kind: 'ADDRESS', cityId: HANGZHOU, text: '武林广场', ...input })).data as AnswerOf<
    typeof mapServiceCalls.tryOut
  >
const suggest = async () =>
  (await world.send(cityCalls.addressTips, { cityId: HANGZHOU, keyword: '武林' })).data as AnswerOf<typeof cityCalls.addressTips>
const clear = () => world.owner.query('delete from map_services')
const ofAmap = () => ({ provider: 'AMAP', url: amap.url, key: 'amap-key' })
const ofBaidu = () => ({ provider: 'BAIDU', url: baidu.url, key: 'baidu-key' })

test('a tenant without services of its own has those of the installation, of which it sees neither address nor key', async () => {
  expect((await list()).address).toMatchObject([{ serviceId: null, provider: 'AMAP', url: '', keyLast4: '', enabled: true }])
  expect((await suggest()).services).toEqual({ by: 'AMAP', failed: [], none: false })
  expect(await tryOut({ provider: 'AMAP' })).toMatchObject({ failed: null, addresses: [{ name: '武林广场' }, {}] })
  expect((await list()).address[0]!.asked).toBeGreaterThanOrEqual(2)
})

describe('a service of one’s own', () => {
  test('takes the place of the installation’s, keeps its key to itself and is tried before anybody relies on it', async () => {
    const made = await saved({ ...ofBaidu(), dailyQuota: 300 })
    expect(made).toMatchObject({ provider: 'BAIDU', keyLast4: '-key', dailyQuota: 300, version: 1 })
    expect((await list()).address.map(({ provider }) => provider)).toEqual(['BAIDU'])
    expect(await tryOut({ provider: 'BAIDU', serviceId: made.serviceId })).toMatchObject({
      failed: null,
      addresses: [{ name: '武林广场' }],
    })
    const { rows } = await world.owner.query<{ text: string }>(
      `select coalesce(before::text, '') || after::text || input::text as text from operation_logs where object = 'mapService'
       union all select sealed_key from map_services`,
    )
    expect(rows.length).toBeGreaterThanOrEqual(2)
    for (const { text } of rows) expect(text).not.toContain('baidu-key')
    await clear()
  })

  test('with a wrong key says so in one word for whoever has to mend it', async () => {
    const { serviceId } = await saved({ ...ofBaidu(), key: 'mistyped' })
    expect(await tryOut({ provider: 'BAIDU', serviceId })).toMatchObject({
      failed: { provider: 'BAIDU', why: 'REFUSED', reason: 'KEY_WRONG' },
      code: '200',
      addresses: [],
    })
    expect((await list()).address[0]).toMatchObject({ asked: 1, failed: 1, lastFailure: { why: 'REFUSED', reason: 'KEY_WRONG' } })
    const mended = await save({ serviceId, version: 1, ...ofBaidu() })
    expect(mended.data, 'what was mended is not complained of').toMatchObject({ failed: 1, lastFailure: null })
    await clear()
  })

  test('is asked in its place: the next one where it fails, and not at all where it is off', async () => {
    const first = await saved(ofAmap())
    const second = await saved(ofBaidu())
    amap.always = 'HTTP_500'
    expect((await suggest()).services).toMatchObject({ by: 'BAIDU', failed: [{ provider: 'AMAP', why: 'FAULT' }] })
    amap.always = null
    expect((await world.send(mapServiceCalls.move, { serviceId: second.serviceId, version: 1, up: true })).code).toBe(0)
    expect((await list()).address.map(({ provider }) => provider)).toEqual(['BAIDU', 'AMAP'])
    expect((await suggest()).services.by).toBe('BAIDU')
    const off = await world.send(mapServiceCalls.enable, { serviceId: second.serviceId, version: second.version, enabled: false })
    expect(off).toMatchObject({ code: 0, data: { enabled: false, version: 2 } })
    expect((await suggest()).services).toEqual({ by: 'AMAP', failed: [], none: false })
    expect((await world.send(mapServiceCalls.remove, { serviceId: first.serviceId, version: 1 })).code).toBe(0)
    expect((await suggest()).services.none).toBe(true)
    await clear()
  })

  test('is asked no more often in a day than its quota says, in all processes together', async () => {
    await saved({ ...ofAmap(), dailyQuota: 3 })
    const other = await world.beside()
    const { length } = amap.asked
    const ask = (http: typeof other.http) =>
      http.inject({
        method: 'GET',
        url: `${cityCalls.addressTips.path}?cityId=${HANGZHOU}&keyword=${encodeURIComponent('武林')}`,
        headers: { token: world.people.all.token },
      })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => ask(n % 2 ? world.app.http : other.http)))
    const data = answers.map((answer) => answer.json<{ data: AnswerOf<typeof cityCalls.addressTips> }>().data.services)
    expect(amap.asked.length - length).toBe(3)
    expect(data.filter(({ by }) => by === 'AMAP')).toHaveLength(3)
    expect(data.find(({ by }) => by === null)!.failed).toEqual([{ provider: 'AMAP', why: 'QUOTA', reason: 'OWN_QUOTA' }])
    expect((await list()).address[0]).toMatchObject({ asked: 3, failed: 0 })
    await clear()
  })

  test('is changed by who saw it last, and its key goes to no other server than the one it was entered for', async () => {
    const made = await saved(ofAmap())
    const { serviceId } = made
    const renamed = await save({ serviceId, version: 1, provider: 'AMAP', url: amap.url, name: '主用' })
    expect(renamed).toMatchObject({ code: 0, data: { name: '主用', keyLast4: '-key', version: 2 } })
    expect(await save({ serviceId, version: 1, ...ofAmap() })).toMatchObject({
      error: 'mapService.versionConflict',
      data: { current: { name: '主用' } },
    })
    expect((await save({ serviceId, version: 2, provider: 'AMAP', url: baidu.url })).error).toBe('mapService.keyMissing')
    expect((await save({ provider: 'AMAP', url: amap.url })).error).toBe('mapService.keyMissing')
    await clear()
  })
})

describe('an address', () => {
  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.5:5432',
    'http://localhost:8080',
    'http://maps.inner:5001',
    'https://restapi.amap.com.evil.example',
    'http://user:word@127.0.0.1:1',
    'http://restapi.amap.com',
  ])('%s that nobody allowed is no way into the inner network', async (url) => {
    expect((await save({ provider: 'AMAP', key: 'k', url })).error).toBe('mapService.hostNotAllowed')
  })

  test.each(['http://maps.inner:5000/?key=secret', 'http://maps.inner:5000/#'])(
    '%s would never be asked rightly, and is refused',
    async (url) => {
      expect((await save({ kind: 'ROADS', provider: 'OSRM', url })).code).toBe(400)
    },
  )

  test('of the provider, or that whoever runs the installation named, may be used', async () => {
    expect(await saved({ provider: 'AMAP', key: 'k' })).toMatchObject({ url: 'https://restapi.amap.com' })
    expect(await saved({ kind: 'ROADS', provider: 'OSRM', url: 'http://maps.inner:5000/' })).toMatchObject({
      url: 'http://maps.inner:5000',
    })
    expect((await save({ kind: 'ROADS', provider: 'VALHALLA' })).error).toBe('mapService.hostNotAllowed')
    expect((await save({ kind: 'ROADS', provider: 'BAIDU', key: 'k' })).error).toBe('mapService.wrongProvider')
    await clear()
  })
})

test('services belong to the whole company: who runs a city looks and tries, a partner does neither, another tenant sees its own', async () => {
  const { serviceId } = await saved(ofAmap())
  expect((await list('hangzhou')).address).toHaveLength(1)
  expect((await save({ serviceId, version: 1, ...ofAmap() }, 'hangzhou')).error).toBe('mapService.wholeTenantOnly')
  expect((await world.send(mapServiceCalls.remove, { serviceId, version: 1 }, 'hangzhou')).error).toBe('mapService.wholeTenantOnly')
  expect((await world.send(mapServiceCalls.list, {}, 'partner')).code).toBe(403)
  expect((await list('other')).address).toMatchObject([{ serviceId: null }])
  expect((await world.send(mapServiceCalls.tryOut, { serviceId, kind: 'ADDRESS', provider: 'AMAP' }, 'other')).error).toBe(
    'mapService.notFound',
  )
  await clear()
})
