import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { askAddress } from '#platform/geo/address/ask-address'
import { metresBetween } from '#platform/live/positions'
import { amapServer } from '#test/harness/maps/amap-server'
import { HANGZHOU, makeWorld, type World } from '#test/world'

let world: World
let server: Awaited<ReturnType<typeof amapServer>>
const city = { cityId: HANGZHOU, name: '杭州市', lat: 30.2741, lng: 120.1551 }
beforeAll(async () => {
  server = await amapServer()
  world = await makeWorld({
    settings: {
      mapServices: { hosts: [], answerMs: 20_000, installed: [{ kind: 'ADDRESS', provider: 'AMAP', url: server.url, key: 'amap-key' }] },
    },
  })
})
afterAll(async () => {
  await world.close()
  await server.stop()
})
afterEach(() => {
  server.faults.length = 0
  server.always = null
})
const ask = () => askAddress(world.app.platform, world.tenantA)

test('what AMap suggests comes with a spot, in the datum of the world, and without what is only a name', async () => {
  const { found, by, failed } = await ask().tips({ keyword: '武林', city })
  expect(by).toBe('AMAP')
  expect(failed).toEqual([])
  expect(found.map(({ name, address, cityCode }) => [name, address, cityCode])).toEqual([
    ['武林广场', '体育场路', HANGZHOU],
    ['武林广场(地铁站)', '1号线;3号线', HANGZHOU],
  ])
  // The known pair of both datums: 116.404, 39.915 is 116.410244, 39.916404 in GCJ-02.
  const beijing = await ask().search({ keyword: '天安门', city: { ...city, cityId: '110000', lat: 39.9, lng: 116.4 } })
  expect(metresBetween(39.915, 116.404, beijing.found[0]!.lat, beijing.found[0]!.lng)).toBeLessThan(3)
})

test('an address becomes a spot; a district is none, and what nobody knows is not a fault', async () => {
  expect((await ask().geocode({ text: '黄龙路1号', city })).found).toMatchObject({
    exact: true,
    cityCode: HANGZHOU,
    address: '西湖区黄龙路1号',
  })
  for (const text of ['西湖区', '没有这个地方'])
    expect(await ask().geocode({ text, city })).toMatchObject({ found: null, by: 'AMAP', failed: [], none: false })
})

test('a spot is named by what stands there, and the sea by nothing', async () => {
  const [spot] = (await ask().search({ keyword: '黄龙体育中心', city })).found
  expect((await ask().reverse(spot!)).found).toMatchObject({ name: '黄龙体育中心', district: '西湖区', cityCode: HANGZHOU })
  expect((await ask().reverse({ lat: 20, lng: 125 })).found).toBeNull()
})

test('its faults say what somebody has to do, and a key that is refused is not tried again at every key pressed', async () => {
  server.always = 'BUSY'
  expect((await ask().search({ keyword: '武林', city })).failed).toEqual([{ provider: 'AMAP', why: 'FAULT', reason: 'BUSY' }])
  server.always = 'GARBAGE'
  expect((await ask().search({ keyword: '武林', city })).failed).toEqual([{ provider: 'AMAP', why: 'BAD_ANSWER', reason: null }])
  server.always = 'BROWSER_KEY'
  const { length } = server.asked
  for (let n = 0; n < 3; n++)
    expect((await ask().search({ keyword: '武林', city })).failed).toEqual([{ provider: 'AMAP', why: 'REFUSED', reason: 'KEY_OTHER_USE' }])
  expect(server.asked.length).toBe(length + 1)
})
