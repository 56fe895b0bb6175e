import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { cityCalls } from '@chauffeur/contract/operations/city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'
import { keyPlaces } from './place-keys.round.ts'

let world: World
const doors = [
  { name: 'T4 到达 3 号门', lat: 30.2391, lng: 120.4371, note: '指示牌下' },
  { name: 'T3 出发', lat: 30.2365, lng: 120.432, note: '' },
]
beforeAll(async () => {
  world = await makeWorld()
  const add = (
    tenantId: string,
    cityId: string,
    name: string,
    more: { aliases?: string[]; doors?: unknown[]; enabled?: boolean; note?: string } = {},
  ) =>
    world.owner.query(
      `insert into own_places (tenant_id, city_id, name, address, aliases, entrances, enabled, pickup_note, lat, lng)
       values ($1, $2, $3, '空港大道', $4, $5, $6, $7, 30.2366, 120.4322)`,
      [tenantId, cityId, name, more.aliases ?? [], JSON.stringify(more.doors ?? []), more.enabled ?? true, more.note ?? ''],
    )
  await add(world.tenantA, HANGZHOU, '杭州萧山国际机场', { aliases: ['萧山机场'], doors, note: '联系后再到门口' })
  await add(world.tenantA, HANGZHOU, '机场宾馆')
  await add(world.tenantA, HANGZHOU, '机场')
  await add(world.tenantA, HANGZHOU, '停用机场', { enabled: false })
  await add(world.tenantA, SHANGHAI, '虹桥机场')
  await add(world.tenantB, HANGZHOU, '外人机场')
  await keyPlaces(world.app.platform)
})
afterAll(() => world.close())

type Rows = AnswerOf<typeof cityCalls.searchPlaces>['rows']
const search = async (keyword: string, cityId = HANGZHOU, as: Person = 'all') =>
  ((await world.send(cityCalls.searchPlaces, { cityId, keyword }, as)).data as { rows: Rows }).rows
const names = async (...asked: Parameters<typeof search>) => (await search(...asked)).map(({ name }) => name)

test('a place is found by part of a name, another name, pinyin, initials and address: what is called so first, then what begins so', async () => {
  expect(await names('机场')).toEqual([
    '机场',
    '机场宾馆',
    '杭州萧山国际机场',
    '杭州萧山国际机场 · T4 到达 3 号门',
    '杭州萧山国际机场 · T3 出发',
  ])
  for (const keyword of ['萧山机场', 'xsjc', 'xiaoshanjichang', 'HZXS', '萧山'])
    expect((await names(keyword))[0], keyword).toBe('杭州萧山国际机场')
  expect(await names('空港')).toContain('机场宾馆')
  expect(await names('j')).toEqual(['机场', '机场宾馆'])
  expect(await names('不存在')).toEqual([])
  expect(await names('%_')).toEqual([])
})

test('a door is a hit of its own, with its point and where to wait there', async () => {
  const [first, second] = await search('机场T4')
  expect(first).toMatchObject({
    name: '杭州萧山国际机场 · T4 到达 3 号门',
    lat: 30.2391,
    pickupNote: '指示牌下',
    entrances: [],
    source: 'OWN',
  })
  expect(second).toMatchObject({ name: '杭州萧山国际机场', pickupNote: '联系后再到门口', entrances: doors })
  expect((await search('T3出发'))[0]).toMatchObject({ pickupNote: '联系后再到门口' })
})

test('nobody finds a place of another tenant or of a city that is not theirs, nor one that was stopped', async () => {
  for (const person of ['all', 'hangzhou', 'partner'] as const) expect(await names('机场', HANGZHOU, person)).not.toContain('外人机场')
  expect(await names('机场', HANGZHOU)).not.toContain('停用机场')
  expect(await names('机场', SHANGHAI)).toEqual(['虹桥机场'])
  expect(await names('机场', SHANGHAI, 'hangzhou')).toEqual([])
  expect(await names('机场', HANGZHOU, 'nowhere')).toEqual([])
  expect(await names('机场', HANGZHOU, 'other')).toEqual(['外人机场'])
})

test('a point is named by the nearest door', async () => {
  const { data } = await world.send(cityCalls.reverseAddress, { lat: 30.2391, lng: 120.4372, datum: 'WGS84' })
  expect(data).toMatchObject({ address: '杭州萧山国际机场 · T4 到达 3 号门', nearest: { pickupNote: '指示牌下' } })
})
