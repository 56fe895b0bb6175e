import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { cityCalls } from '@chauffeur/contract/operations/city'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { amapServer } from '#test/harness/maps/amap-server'
import { keyPlaces } from '#areas/operations/place'
import { HANGZHOU, makeWorld, type World } from '#test/world'

let world: World
let server: Awaited<ReturnType<typeof amapServer>>
beforeAll(async () => {
  server = await amapServer()
  world = await makeWorld({
    settings: {
      mapServices: {
        hosts: [],
        answerMs: 20_000,
        patienceMs: 4_000,
        installed: [{ kind: 'ADDRESS', provider: 'AMAP', url: server.url, key: 'amap-key' }],
      },
    },
  })
})
afterAll(async () => {
  await world.close()
  await server.stop()
})
afterEach(() => {
  server.always = null
})
const search = async (input: object) =>
  (await world.send(cityCalls.searchPlaces, { cityId: HANGZHOU, ...input })).data as AnswerOf<typeof cityCalls.searchPlaces>
const geocode = async (address: string) =>
  (await world.send(cityCalls.geocodeAddress, { cityId: HANGZHOU, address })).data as AnswerOf<typeof cityCalls.geocodeAddress>
const reverse = async (lat: number, lng: number) =>
  (await world.send(cityCalls.reverseAddress, { lat, lng })).data as AnswerOf<typeof cityCalls.reverseAddress>

describe('an address that no table holds', () => {
  test('is suggested while it is typed, behind the places of one’s own, and once', async () => {
    await world.owner.query(`insert into own_places (tenant_id, city_id, name, lat, lng) values ($1, $2, '黄龙洞', 30.2655, 120.1262)`, [
      world.tenantA,
      HANGZHOU,
    ])
    await keyPlaces(world.app.platform)
    const { rows, services } = await search({ keyword: '黄龙' })
    expect(rows.map(({ name, source }) => [name, source])).toEqual([
      ['黄龙洞', 'OWN'],
      ['黄龙体育中心', 'SERVICE'],
    ])
    expect(services).toEqual({ by: 'AMAP', failed: [], none: false })
    const { length } = server.asked
    expect((await search({ keyword: '黄龙', only: 'KNOWN' })).rows).toHaveLength(1)
    await search({ keyword: '黄龙洞' })
    expect(server.asked.length, 'what is known whole is not asked').toBe(length)
  })

  test('is found when it was typed, and a point on the map has its name', async () => {
    const { found } = await geocode('解放路251号')
    expect(found).toMatchObject({ source: 'SERVICE', cityId: HANGZHOU, exact: true, name: '解放路251号' })
    expect(await reverse(found!.lat, found!.lng)).toMatchObject({ address: '解百购物广场', named: true, cityId: HANGZHOU })
  })

  test('leaves the desk with what it knows when the service fails, and says so', async () => {
    server.always = 'SILENT'
    expect(
      (await search({ keyword: '黄龙' })).rows.map(({ name }) => name),
      'what is known is not kept waiting',
    ).toEqual(['黄龙洞'])
    server.always = 'HTTP_500'
    expect((await search({ keyword: '黄龙' })).services.failed).toEqual([{ provider: 'AMAP', why: 'FAULT', reason: null }])
    expect((await search({ keyword: '黄龙' })).rows.map(({ name }) => name)).toEqual(['黄龙洞'])
    const nameless = await reverse(30.31, 120.2)
    expect(nameless).toMatchObject({ named: false, cityId: HANGZHOU, address: '杭州市地图选点' })
  })
})

test('without any service there are the places of one’s own, and the desk is told', async () => {
  const alone = await makeWorld()
  try {
    const { data } = await alone.send(cityCalls.searchPlaces, { cityId: HANGZHOU, keyword: '武林' })
    expect(data).toEqual({ rows: [], services: { by: null, failed: [], none: true } })
  } finally {
    await alone.close()
  }
})
