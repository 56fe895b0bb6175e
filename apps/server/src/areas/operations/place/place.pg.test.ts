import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { cityCalls } from '@chauffeur/contract/operations/city'
import { placeCalls, type PlaceRow } from '@chauffeur/contract/operations/place'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { guessMapping, isHeaded, readRow } from '#platform/import/mapping.rules'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'
import { doorsOf, doorsText } from './place-doors.ts'
import { placeImport } from './place-import.ts'

let world: World
let made = 0
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const near = { cityId: HANGZHOU, lat: 30.25, lng: 120.16 }
const save = (input: object = {}, as: Person = 'all') => world.send(placeCalls.save, { ...near, name: `地点${++made}`, ...input }, as)
async function place(input: object = {}, as: Person = 'all'): Promise<PlaceRow> {
  const answer = await save(input, as)
  expect(answer.code, answer.message).toBe(0)
  return answer.data as PlaceRow
}
const listed = async (filter: object = {}, as: Person = 'all') =>
  ((await world.send(placeCalls.list, { pageSize: 200, ...filter }, as)).data as AnswerOf<typeof placeCalls.list>).rows
const found = async (keyword: string, as: Person = 'all', cityId = HANGZHOU) =>
  ((await world.send(cityCalls.searchPlaces, { cityId, keyword }, as)).data as AnswerOf<typeof cityCalls.searchPlaces>).rows.map(
    ({ name }) => name,
  )

describe('a place', () => {
  test('is made, found at once, changed by whoever saw its last version, and each change is in the operation log', async () => {
    const first = await place({
      name: '城西银泰城',
      aliases: ['城西银泰', '城西银泰'],
      entrances: [{ name: '北门', lat: 30.2511, lng: 120.1602, note: '公交站旁' }],
    })
    expect(first).toMatchObject({
      enabled: true,
      aliases: ['城西银泰'],
      version: 1,
      allowedActions: ['edit', 'stop', 'remove'],
      cityName: '杭州市',
    })
    expect(await found('cxyt')).toEqual(['城西银泰城', '城西银泰城 · 北门'])
    expect((await listed({ keyword: 'CXYT' })).map(({ placeId }) => placeId)).toEqual([first.placeId])
    expect(await listed({ keyword: '城西', cityId: SHANGHAI })).toEqual([])

    const { placeId, version } = first
    const changed = await save({ placeId, version, name: '西溪银泰', pickupNote: '3 号门，指示牌下' })
    expect(changed.data).toMatchObject({ placeId, version: 2, entrances: [], pickupNote: '3 号门，指示牌下' })
    expect(await found('cxyt')).toEqual([])
    expect(await found('xxyt')).toEqual(['西溪银泰'])
    expect(await save({ placeId, version, name: '旧的' })).toMatchObject({
      error: 'place.versionConflict',
      data: { current: { name: '西溪银泰' } },
    })
    const { rows } = await world.owner.query<{ line: string }>(
      `select before::text || after::text as line from operation_logs where object = 'place' and object_id = $1`,
      [placeId],
    )
    expect(rows.map(({ line }) => line ?? '').join('')).toContain('北门 30.2511, 120.1602 公交站旁')
  })

  test('is named with a point alone, as a click on the map is', async () => {
    await place({ name: '小河直街口' })
    expect(await found('xhzjk')).toEqual(['小河直街口'])
  })

  test('stands in a city once by name and address, and near it', async () => {
    const first = await place({ name: '全家', address: '文三路1号' })
    expect((await save({ name: '全家', address: '文三路1号' })).error).toBe('place.exists')
    const second = await place({ name: '全家', address: '文三路2号' })
    const { placeId, version } = second
    expect((await save({ placeId, version, name: '全家', address: first.address })).error).toBe('place.exists')
    const others = await Promise.all(
      ['甲', '乙'].map(async (name) => (await save({ name, address: '同时改名' })).data as { placeId: string; version: number }),
    )
    const renamed = await Promise.all(others.map((one) => save({ ...one, name: '丙', address: '同时改名' })))
    expect(renamed.map(({ error }) => error ?? 'saved').toSorted()).toEqual(['place.exists', 'saved'])
    expect((await save({ lat: 31.23, lng: 121.47 })).error).toBe('place.outsideCity')
    expect((await save({ entrances: [{ name: '门', lat: 20, lng: 120, note: '' }] })).error).toBe('place.outsideCity')
    expect((await save({ cityId: '999999' })).error).toBe('place.cityUnknown')
  })

  test('that is stopped is found by nobody until it is started; one that is removed is gone', async () => {
    const { placeId, version } = await place({ name: '夜市大排档' })
    const stopped = (await world.send(placeCalls.enable, { placeId, version, enabled: false })).data as PlaceRow
    expect(stopped).toMatchObject({ enabled: false, allowedActions: ['edit', 'start', 'remove'] })
    expect(await found('夜市')).toEqual([])
    expect((await listed({ enabled: false })).map((row) => row.placeId)).toContain(placeId)
    const started = (await world.send(placeCalls.enable, { placeId, version: stopped.version, enabled: true })).data as PlaceRow
    expect(await found('夜市')).toEqual(['夜市大排档'])
    expect((await world.send(placeCalls.remove, { placeId, version })).error).toBe('place.versionConflict')
    expect((await world.send(placeCalls.remove, { placeId, version: started.version })).code).toBe(0)
    expect(await found('夜市')).toEqual([])
    expect((await world.send(placeCalls.remove, { placeId, version: started.version })).error).toBe('place.notFound')
  })

  test('is seen and changed by those who run its city, and by no other tenant', async () => {
    const away = await place({ cityId: SHANGHAI, lat: 31.23, lng: 121.47, name: '外滩十八号' })
    expect((await listed({}, 'hangzhou')).every(({ cityId }) => cityId === HANGZHOU)).toBe(true)
    expect((await save({ cityId: SHANGHAI, lat: 31.23, lng: 121.47 }, 'hangzhou')).error).toBe('place.cityUnknown')
    const { placeId, version } = away
    expect((await save({ placeId, version, name: '改' }, 'hangzhou')).error).toBe('place.notFound')
    expect((await world.send(placeCalls.remove, { placeId, version }, 'hangzhou')).error).toBe('place.notFound')
    expect((await save({}, 'hangzhou')).code).toBe(0)
    expect(await listed({}, 'nowhere')).toEqual([])
    expect(await listed({}, 'other')).toEqual([])
    expect((await save({}, 'partner')).code).toBe(403)
  })
})

describe('places out of a sheet', () => {
  const db = () => world.app.platform.db.reader(wholeTenant(world.tenantA))
  const bring = async (lines: readonly string[][]) => {
    const [head, ...rows] = lines
    const mapping = guessMapping(placeImport.fields, head!, head!.length)
    return rows.map((cells) => readRow<Parameters<typeof placeImport.keyOf>[0]>(placeImport.fields, mapping, cells))
  }
  const operator = () => ({ tenantId: world.tenantA, userId: world.people.all.userId }) as never
  const of = () => ({ into: {}, operator: operator(), platform: world.app.platform, origin: '' })

  test('are read with other names, doors and the datum of Chinese maps, judged row by row, written and taken back', async () => {
    const head = ['地点名称', '城市', '详细地址', '纬度', '经度', '坐标系', '别名', '出入口', '上车提示']
    expect([isHeaded(placeImport.fields, head), isHeaded(placeImport.fields, ['萧山机场', '杭州', '空港大道', '30.23', '120.43'])]).toEqual(
      [true, false],
    )
    const read = await bring([
      head,
      [
        '萧山机场',
        '杭州',
        '空港大道',
        '30.2340',
        '120.4365',
        'gcj-02',
        '萧山国际机场、HGH',
        'T4 到达 3 号门@30.2391,120.4371@指示牌下；T3 出发@30.2365,120.432',
        '联系后再到门口',
      ],
      ['东站', '杭州市', '', '30.2907', '120.208', '', '', '', ''],
      ['外滩', '杭州', '', '31.23', '121.47', '', '', '', ''],
      ['某处', '昆明', '', '25', '102', '', '', '', ''],
      ['坏门', '杭州', '', '30.29', '120.2', '', '', '北门', ''],
      ['坏纬度', '杭州', '', '北纬30', '120.2', '', '', '', ''],
    ])
    expect(read.map((one) => ('row' in one ? '' : (one as { field: string }).field))).toEqual(['', '', '', '', 'entrances', 'lat'])
    const rows = read.flatMap((one) => ('row' in one ? [one.row] : []))
    expect(await placeImport.judge(db(), of(), rows)).toEqual([null, null, 'place.outsideCity', 'place.cityUnknown'])
    const written = await world.app.platform.db.write(wholeTenant(world.tenantA), (tx) => placeImport.write(tx, of(), rows.slice(0, 2)))
    expect(written).toEqual([{ made: expect.any(String) }, { made: expect.any(String) }])
    const [airport] = await listed({ keyword: 'HGH' })
    expect(airport).toMatchObject({ aliases: ['萧山国际机场', 'HGH'], pickupNote: '联系后再到门口' })
    expect(airport!.lng, 'the points of Chinese maps lie some 500 m off').toBeLessThan(120.434)
    expect(doorsOf(doorsText(airport!.entrances)), 'an export is brought in again as it is').toEqual(airport!.entrances)
    expect(await found('xsjct4')).toEqual(['萧山机场 · T4 到达 3 号门', '萧山机场'])
    expect(await placeImport.judge(db(), of(), rows.slice(0, 1))).toEqual(['place.exists'])

    await save({ ...near, placeId: airport!.placeId, version: 1, name: '萧山机场' })
    const ids = written.map((one) => ('made' in one ? one.made : ''))
    const taken = await world.app.platform.db.write(wholeTenant(world.tenantA), (tx) => placeImport.undo(tx, of(), ids))
    expect([...taken], 'what somebody changed since stays').toEqual([ids[1]])
  })
})
