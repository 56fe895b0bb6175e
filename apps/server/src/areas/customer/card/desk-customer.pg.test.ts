import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { deskCustomerCalls } from '@chauffeur/contract/customer/card'
import { deskTripCalls } from '@chauffeur/contract/call-centre/trip'
import { cityCalls } from '@chauffeur/contract/operations/city'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyPlaces } from '#areas/operations/place'
import { driverAt, placeCall } from '#test/drivers'
import { addOrder, HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.owner.query(
    `insert into own_places (tenant_id, city_id, name, address, lat, lng) values
      ($1, $2, '西湖国宾馆', '西湖区杨公堤18号', 30.2400, 120.1300),
      ($1, $2, '西湖文化广场', '下城区中山北路', 30.2800, 120.1620),
      ($1, $2, '武林广场', '下城区环城北路', 30.2700, 120.1500)`,
    [world.tenantA, HANGZHOU],
  )
  await keyPlaces(world.app.platform)
})
afterAll(() => world.close())
let made = 0
const newPhone = () => `1383333${String(++made).padStart(4, '0')}`

describe('a customer', () => {
  test('is made once for a telephone', async () => {
    const phone = newPhone()
    const input = { phone, name: '李女士', gender: 'FEMALE', cityId: HANGZHOU, plateNos: ['浙A12345'], tags: ['常客'] }
    expect(await world.send(deskCustomerCalls.newCustomer, input)).toMatchObject({
      code: 0,
      data: { name: '李女士', plateNos: ['浙A12345'], tags: ['常客'], version: 1 },
    })
    expect(await world.send(deskCustomerCalls.newCustomer, input)).toMatchObject({ error: 'customer.exists' })
    expect(await world.send(deskCustomerCalls.newCustomer, { phone: newPhone(), cityId: SHANGHAI }, 'hangzhou')).toMatchObject({
      error: 'customer.cityUnknown',
    })
  })

  test('is changed only as the operator saw it; a note is kept with its author', async () => {
    const phone = newPhone()
    await world.send(deskCustomerCalls.newCustomer, { phone, name: '王先生' })
    const change = { phone, version: 1, remark: '喜欢安静', note: '上次落了雨伞' }
    const answers = await Promise.all([
      world.send(deskCustomerCalls.updateCustomer, change),
      world.send(deskCustomerCalls.updateCustomer, { ...change, remark: '另一个' }, 'hangzhou'),
    ])
    expect(answers.map(({ error }) => error ?? 'done').toSorted()).toEqual(['customer.versionConflict', 'done'])
    const { data } = await world.send(callCentreCalls.customerInfo, { phone })
    expect(data).toMatchObject({ customer: { name: '王先生', version: 2 }, notes: [{ text: '上次落了雨伞' }] })
    expect(await world.send(deskCustomerCalls.updateCustomer, { phone: newPhone(), version: 1 })).toMatchObject({
      error: 'customer.notFound',
    })
  })

  test('loses what was emptied and keeps what was not sent', async () => {
    const phone = newPhone()
    const input = { phone, name: '周先生', remark: '只要女司机', cityId: HANGZHOU, tags: ['常客'] }
    await world.send(deskCustomerCalls.newCustomer, input)
    const changed = await world.send(deskCustomerCalls.updateCustomer, { phone, version: 1, remark: '', cityId: '' })
    expect(changed).toMatchObject({ code: 0, data: { name: '周先生', remark: '', cityId: null, tags: ['常客'], version: 2 } })
    expect(await world.send(deskCustomerCalls.updateCustomer, { phone, version: 2, name: '', tags: [] })).toMatchObject({
      data: { name: '', tags: [] },
    })
    expect(await world.send(deskCustomerCalls.updateCustomer, { phone, version: 3, name: '长'.repeat(41), cityId: 'x' })).toMatchObject({
      code: 400,
      data: { fields: [{ path: 'name' }, { path: 'cityId' }] },
    })
  })

  test('whose car was learned while an order was placed is not written back as it was before', async () => {
    const phone = newPhone()
    await world.send(deskCustomerCalls.newCustomer, { phone, plateNos: ['浙A11111'] })
    await placeCall(world, { phone, carPlate: '浙B22222' })
    const seenBefore = { phone, version: 1, plateNos: ['浙A11111'], remark: '常走高架' }
    expect(await world.send(deskCustomerCalls.updateCustomer, seenBefore)).toMatchObject({
      error: 'customer.versionConflict',
      data: { current: { plateNos: ['浙B22222', '浙A11111'], version: 2 } },
    })
  })

  test('on the blacklist gets no order, and the operator reads why and until when', async () => {
    const phone = newPhone()
    await addOrder(world, { phone })
    await world.owner.query(
      `update customers set blacklisted_until = now() + interval '2 days', blacklist_reason = '多次殴打司机' where phone = $1`,
      [phone],
    )
    const refused = await world.send(callCentreCalls.place, {
      cityId: HANGZHOU,
      pickupLat: 30.27,
      pickupLng: 120.15,
      pickupAddress: '西湖',
      phone,
    })
    expect(refused).toMatchObject({ error: 'callCentre.blacklisted', data: { reason: '多次殴打司机' } })
    expect((await world.send(deskCustomerCalls.dynamicInfo, { phone })).data).toMatchObject({ blacklisted: true })
  })
})

describe('the caller’s city', () => {
  test('is that of the last order, else the number’s, else the operator’s first', async () => {
    const phone = newPhone()
    const city = async (number: string, person: 'all' | 'hangzhou' = 'all') =>
      (await world.send(callCentreCalls.customerInfo, { phone: number }, person)).data as { cityId: string; cityFrom: string }
    await addOrder(world, { phone, cityId: SHANGHAI })
    expect(await city(phone)).toMatchObject({ cityId: SHANGHAI, cityFrom: 'LAST_ORDER' })
    // 021 is Shanghai.
    expect(await city('02161234567')).toMatchObject({ cityId: SHANGHAI, cityFrom: 'ATTRIBUTION' })
    expect(await city('02161234567', 'hangzhou')).toMatchObject({ cityId: HANGZHOU, cityFrom: 'OPERATOR' })
  })
})

test('recent telephones are the operator’s own, newest first, each once, with the last trip', async () => {
  const [first, second] = [newPhone(), newPhone()]
  const call = async (phone: string, pickupAddress: string) => {
    const { orderId } = await placeCall(world, {
      phone,
      pickupAddress,
      dropoffLat: 30.28,
      dropoffLng: 120.162,
      dropoffAddress: '西湖文化广场',
    })
    await world.owner.query('update orders set service_status = 405 where order_id = $1', [orderId])
  }
  await call(first, '武林广场')
  await call(second, '武林广场')
  await call(first, '西湖国宾馆')
  const { rows } = (await world.send(deskCustomerCalls.recentPhones, { limit: 2 })).data as { rows: { phone: string }[] }
  expect(rows).toMatchObject([
    { phone: first, pickup: { address: '西湖国宾馆' }, dropoff: { address: '西湖文化广场' } },
    { phone: second, pickup: { address: '武林广场' } },
  ])
  expect((await world.send(deskCustomerCalls.recentPhones, {}, 'hangzhou')).data).toEqual({ rows: [] })
})

describe('an address', () => {
  const search = async (keyword: string, more: object = {}) =>
    (
      (await world.send(cityCalls.searchPlaces, { cityId: HANGZHOU, keyword, ...more })).data as {
        rows: { name: string; usedAt: string | null }[]
      }
    ).rows
  test('is found by Chinese, pinyin and initials', async () => {
    for (const keyword of ['武林', 'wulin', 'guangchang', 'wlgc', '环城北'])
      expect(
        (await search(keyword)).map(({ name }) => name),
        keyword,
      ).toContain('武林广场')
    expect(await search('不存在的地方')).toEqual([])
    // Nothing is left of it to look for.
    expect(await search('%_')).toEqual([])
  })
  test('of a point on the map is a name one can tell a driver, and never bare figures', async () => {
    const at = async (lat: number) =>
      ((await world.send(cityCalls.reverseAddress, { lat, lng: 120.13, datum: 'WGS84' })).data as { address: string }).address
    expect(await at(30.24)).toBe('西湖国宾馆')
    expect(await at(30.231)).toBe('西湖国宾馆南约1.0公里')
    expect(await at(30.222)).toBe('西湖国宾馆南约2.0公里')
  })
  test('that the caller used comes before the others', async () => {
    const phone = newPhone()
    expect((await search('xh', { phone }))[0]).toMatchObject({ name: '西湖国宾馆', usedAt: null })
    const { orderId } = await placeCall(world, { phone, pickupAddress: '西湖文化广场', pickupLat: 30.28, pickupLng: 120.162 })
    await world.owner.query('update orders set service_status = 405 where order_id = $1', [orderId])
    const rows = await search('xh', { phone })
    expect(rows.map(({ name }) => name)).toEqual(['西湖文化广场', '西湖国宾馆'])
    expect(rows[0]!.usedAt).not.toBeNull()
  })
  test('has a place on the map, and a place a street', async () => {
    expect((await world.send(deskTripCalls.gpsLocation, { cityId: HANGZHOU, address: '武林广场' })).data).toMatchObject({
      exact: true,
      lat: 30.27,
    })
    expect(await world.send(deskTripCalls.gpsLocation, { cityId: HANGZHOU, address: '火星路' })).toMatchObject({
      error: 'callCentre.addressUnknown',
    })
    expect((await world.send(deskTripCalls.gpsStreet, { lat: 30.2701, lng: 120.1501 })).data).toMatchObject({
      cityId: HANGZHOU,
      street: '下城区环城北路',
      nearest: { name: '武林广场' },
    })
  })
})

test('a telephone belongs to a province, a city and a network', async () => {
  expect((await world.send(deskCustomerCalls.phoneAttribution, { phone: '02161234567' })).data).toMatchObject({
    province: '上海市',
    mobile: false,
  })
  const { data } = await world.send(deskCustomerCalls.phoneAttribution, { phone: '13588012345' })
  expect(data).toMatchObject({ province: '浙江省', city: '杭州市', carrier: '中国移动', mobile: true })
})

test('the banner tells of a live order: driver, distance, timer and what may be done', async () => {
  const phone = newPhone()
  const order = await placeCall(world, { phone })
  const driver = await driverAt(world, 800, 'TO_PICKUP')
  await world.owner.query(`update orders set service_status = 301, driver_id = $2, accepted_at = now() where order_id = $1`, [
    order.orderId,
    driver.driverId,
  ])
  expect((await world.send(deskCustomerCalls.dynamicInfo, { phone })).data).toMatchObject({
    orders: [
      {
        orderId: order.orderId,
        serviceStatus: 301,
        driver: { driverId: driver.driverId },
        driverAwayM: expect.closeTo(800, -1) as number,
        timer: { kind: 'driverLate', breached: false },
        allowedActions: expect.arrayContaining(['cancel']) as string[],
      },
    ],
    unpaid: { count: 0 },
  })
})

test('a partner channel shows its rights that are on, what they pay, and what the caller has of them', async () => {
  const phone = newPhone()
  const { customerId } = await addOrder(world, { phone })
  const { rows } = await world.owner.query<{ right_id: string }>(
    `insert into right_configs (tenant_id, right_no, name, channel_id, cover, valid_from, valid_to, daily_stock, state)
     values ($1, 'R1', '白金卡代驾', $2, '{"kind":"CAP","capFen":5000}', now() - interval '1 day', now() + interval '9 days', 10, 'ON'),
            ($1, 'R2', '草稿', $2, '{"kind":"FULL"}', now() - interval '1 day', now() + interval '9 days', null, 'DRAFT') returning right_id`,
    [world.tenantA, world.channel],
  )
  await world.owner.query('insert into right_grants (tenant_id, right_id, customer_id, times) values ($1, $2, $3, 3)', [
    world.tenantA,
    rows[0]!.right_id,
    customerId,
  ])
  expect((await world.send(deskCustomerCalls.partnerChannels, {}, 'partner')).data).toMatchObject({
    rows: [{ channelId: world.channel, rights: 1 }],
  })
  const { data } = await world.send(deskCustomerCalls.partnerChannelRights, { channelId: world.channel, phone, cityId: HANGZHOU })
  expect(data).toMatchObject({ rows: [{ name: '白金卡代驾', coverText: '最多抵 ¥50.00', leftToday: 10, grant: { timesLeft: 3 } }] })
  expect(await world.send(deskCustomerCalls.partnerChannelRights, { channelId: world.otherChannel }, 'partner')).toMatchObject({
    error: 'channel.notFound',
  })
})
