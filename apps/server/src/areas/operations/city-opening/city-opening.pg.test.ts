import { cityCalls, ownCityCalls } from '@chauffeur/contract/operations/city'
import { cityOpeningCalls, type CityRow, type CopyLine } from '@chauffeur/contract/operations/city-opening'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dispatchersOf } from '#test/dispatchers'
import { as, driverAt, offersOf, onTheWay, placeCall, PICKUP, seenAt, until } from '#test/drivers'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'
import { tellOfClosings } from './city-moment.round.ts'

let world: World
let made = 0
const { start } = dispatchersOf(() => world)
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const SUZHOU = '320500'
const centre = { lat: 31.299, lng: 120.5853 }
const rows = async (person: Person = 'all'): Promise<CityRow[]> =>
  ((await world.send(cityOpeningCalls.list, { pageSize: 200 }, person)).data as AnswerOf<typeof cityOpeningCalls.list>).rows
const city = async (cityId: string) => (await rows()).find((row) => row.cityId === cityId)!
const seen = async (cityId: string) => ({ cityId, version: (await city(cityId)).version })
const trip = (more: object = {}) => ({
  cityId: SUZHOU,
  pickupLat: centre.lat,
  pickupLng: centre.lng,
  pickupAddress: '观前街',
  phone: `1330000${String(++made).padStart(4, '0')}`,
  ...more,
})
const open = async (cityId: string) => world.send(cityOpeningCalls.open, await seen(cityId))
const close = async (cityId: string, more: object = {}) =>
  world.send(cityOpeningCalls.close, { ...(await seen(cityId)), reason: '台风', ...more })
const logged = async (cityId: string) =>
  (
    await world.owner.query<{ summary: string; after: object }>(
      `select summary, after from operation_logs where object = 'city' and object_id = $1 order by log_id`,
      [cityId],
    )
  ).rows
const box = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
})

describe('a city that is added', () => {
  test('is closed, runs under a company below headquarters, and is there once', async () => {
    const answer = await world.send(cityOpeningCalls.add, { divisionCode: SUZHOU })
    expect(answer, answer.message).toMatchObject({
      code: 0,
      data: {
        cityId: SUZHOU,
        name: '苏州',
        state: 'CLOSED',
        open: false,
        orgName: '苏州分公司',
        serviceRadiusM: 30_000,
        serviceArea: null,
      },
    })
    expect((await world.send(cityOpeningCalls.add, { divisionCode: SUZHOU })).error).toBe('city.alreadyThere')
    const found = (await world.send(cityOpeningCalls.find, { keyword: 'suzhou' })).data as AnswerOf<typeof cityOpeningCalls.find>
    expect(found.rows.map(({ name, id }) => name + id)).toEqual(['宿州341300'])
    expect((await world.send(callCentreCalls.estimate, trip())).error).toBe('callCentre.cityClosed')
  })

  test('is of those who run all cities at once, and of nobody who runs some', async () => {
    const common = async (person: Person) =>
      ((await world.send(ownCityCalls.commonCities, {}, person)).data as AnswerOf<typeof ownCityCalls.commonCities>).rows.map(
        ({ name }) => name,
      )
    expect(await common('all')).toContain('苏州')
    expect(await common('hangzhou')).toEqual(['杭州市'])
    expect((await rows('hangzhou')).map(({ name }) => name)).toEqual(['杭州市'])
    expect(await rows('other')).toMatchObject([{ cityId: HANGZHOU }])
    expect(await rows('nowhere')).toEqual([])
    expect((await world.send(cityOpeningCalls.add, { divisionCode: '320200' }, 'hangzhou')).error).toBe('city.wholeTenantOnly')
    expect((await world.send(cityOpeningCalls.open, { cityId: SUZHOU, version: 1 }, 'hangzhou')).error).toBe('city.notFound')
    expect((await world.send(cityOpeningCalls.close, { ...(await seen(HANGZHOU)), reason: '试' }, 'company')).error).toBe(
      'city.headquartersOnly',
    )
  })

  test('may be one that no list has, with its name, centre and clock', async () => {
    expect((await world.send(cityOpeningCalls.add, { divisionCode: '320583' })).error).toBe('city.unknown')
    const own = await world.send(cityOpeningCalls.add, { divisionCode: '320583', name: '昆山', lat: 31.385, lng: 120.981 })
    expect(own.data).toMatchObject({ name: '昆山', pinyin: 'kunshan', centre: { lat: 31.385, lng: 120.981 }, utcOffsetMinutes: 480 })
  })
})

describe('before it takes orders', () => {
  test('it needs prices: until then it is not opened, and the list says what is missing and what only should be there', async () => {
    const list = async () =>
      (await world.send(cityOpeningCalls.checklist, { cityId: SUZHOU })).data as AnswerOf<typeof cityOpeningCalls.checklist>
    const before = await list()
    expect(before.ready).toBe(false)
    expect(before.rows.find(({ check }) => check === 'PRICES')).toEqual({ check: 'PRICES', weight: 'MUST', done: false, count: 0 })
    expect(before.rows.find(({ check }) => check === 'DRIVERS')).toMatchObject({ weight: 'SHOULD', done: false })
    expect(await open(SUZHOU)).toMatchObject({ error: 'city.notReady', data: { missing: ['PRICES'] } })
    expect((await city(SUZHOU)).state).toBe('CLOSED')
  })

  test('it takes over from another city what that has, once, as settings that say where they came from', async () => {
    await world.send(dispatchSettingsCalls.create, { cityId: HANGZHOU, minRadiusM: 1_500, remark: '近处' })
    await world.owner.query(
      `insert into price_templates (tenant_id, code, name, owner_type, city_ids, rank, rules, effective_from)
       select tenant_id, 'F1', '机场围栏价', 'FENCE', city_ids, 30, rules, effective_from from price_templates where code = $1 and tenant_id = $2`,
      [`T${HANGZHOU}`, world.tenantA],
    )
    const input = { cityId: SUZHOU, fromCityId: HANGZHOU, kinds: ['PRICES', 'DISPATCH', 'CANCEL_RULES', 'DUTY_RULES'] }
    const lines = async (call: typeof cityOpeningCalls.copy | typeof cityOpeningCalls.copyPreview) =>
      ((await world.send(call, input)).data as { rows: CopyLine[] }).rows
    const preview = await lines(cityOpeningCalls.copyPreview)
    expect(preview).toEqual([
      { kind: 'PRICES', name: '城市模板', newName: '城市模板（苏州）', standing: 'NEW' },
      { kind: 'DISPATCH', name: '杭州市', newName: '苏州', standing: 'NEW' },
    ])
    expect((await rows()).find(({ cityId }) => cityId === SUZHOU)?.state, 'a preview makes nothing').toBe('CLOSED')
    const [first, second] = await Promise.all([lines(cityOpeningCalls.copy), lines(cityOpeningCalls.copy)])
    expect([...first, ...second].map(({ standing }) => standing).toSorted()).toEqual(['NEW', 'NEW', 'THERE', 'THERE'])
    const { rows: templates } = await world.owner.query(
      'select code, name, reason, created_by_name from price_templates where $1::bigint = any (city_ids) and tenant_id = $2',
      [SUZHOU, world.tenantA],
    )
    expect(templates).toEqual([{ code: `T${SUZHOU}`, name: '城市模板（苏州）', reason: '复制自杭州市', created_by_name: 'all' }])
    const { rows: settings } = await world.owner.query(
      'select reason, params, remark from dispatch_settings where city_id = $1 and tenant_id = $2',
      [SUZHOU, world.tenantA],
    )
    expect(settings).toMatchObject([{ reason: '复制自杭州市', remark: '近处', params: { minRadiusM: 1_500 } }])
    expect((await world.send(cityOpeningCalls.copy, { ...input, fromCityId: SUZHOU })).error).toBe('city.sameCity')
    expect((await world.send(cityOpeningCalls.copy, { ...input, cityId: HANGZHOU, fromCityId: SHANGHAI }, 'hangzhou')).code).toBe(404)
  })

  test('what its own screen would not let somebody change is not copied for them either', async () => {
    await world.owner.query(
      `delete from role_functions where function_code = 'dispatchSettings.edit' and (tenant_id, role_id) in (select tenant_id, role_id from user_roles where user_id = $1)`,
      [world.people.all.userId],
    )
    world.app.platform.forgetSession()
    const preview = await world.send(cityOpeningCalls.copyPreview, { cityId: SHANGHAI, fromCityId: HANGZHOU, kinds: ['DISPATCH'] })
    expect((preview.data as { rows: CopyLine[] }).rows).toMatchObject([{ standing: 'FORBIDDEN' }])
    await world.owner.query(
      `insert into role_functions (tenant_id, role_id, function_code) select tenant_id, role_id, 'dispatchSettings.edit' from user_roles where user_id = $1`,
      [world.people.all.userId],
    )
    world.app.platform.forgetSession()
  })

  test('it is opened by who saw it last, is told to everybody, and orders are taken', async () => {
    const version = (await city(SUZHOU)).version
    const answers = await Promise.all([1, 2].map(() => world.send(cityOpeningCalls.open, { cityId: SUZHOU, version })))
    expect(answers.map(({ error }) => error ?? 'opened').toSorted()).toEqual(['city.versionConflict', 'opened'])
    const { rows: events } = await world.owner.query(
      `select payload from live_events where topic = 'session' order by event_id desc limit 1`,
    )
    expect(events).toEqual([{ payload: { what: 'cities' } }])
    expect((await world.send(callCentreCalls.place, trip())).code).toBe(0)
    expect((await logged(SUZHOU)).map(({ summary }) => summary)).toEqual(['新增业务城市', '复制城市设置', '复制城市设置', '城市开始接单'])
  })
})

describe('its service area', () => {
  test('is an outline that every question goes by: order, quote, and in which city a point lies', async () => {
    const area = box(120.5, 31.2, 120.6, 31.4)
    const saved = await world.send(cityOpeningCalls.saveArea, { ...(await seen(SUZHOU)), ...centre, area })
    expect(saved, saved.message).toMatchObject({ code: 0, data: { serviceArea: area, centre } })
    expect((saved.data as CityRow).serviceRadiusM).toBeGreaterThan(11_000)
    const inside = { pickupLat: 31.39, pickupLng: 120.51 }
    const outside = { pickupLat: 31.299, pickupLng: 120.61 }
    expect((await world.send(callCentreCalls.place, trip(inside))).code).toBe(0)
    for (const call of [callCentreCalls.place, callCentreCalls.estimate])
      expect((await world.send(call, trip(outside))).error).toBe('callCentre.outsideCity')
    const where = async (point: { pickupLat: number; pickupLng: number }) =>
      ((await world.send(cityCalls.reverseAddress, { lat: point.pickupLat, lng: point.pickupLng })).data as { cityName: string }).cityName
    expect(await where(inside)).toBe('苏州')
    expect(await where(outside)).toBe('')
    const listed = (await world.send(callCentreCalls.openCities, {})).data as AnswerOf<typeof callCentreCalls.openCities>
    expect(listed.rows.find(({ cityId }) => cityId === SUZHOU)?.serviceArea).toEqual(area)
  })

  test('is refused in words where it is none, and returns to a circle', async () => {
    const crossed = {
      type: 'Polygon',
      coordinates: [
        [
          [120.5, 31.2],
          [120.6, 31.4],
          [120.6, 31.2],
          [120.5, 31.3],
          [120.5, 31.2],
        ],
      ],
    }
    const refused = await world.send(cityOpeningCalls.saveArea, { ...(await seen(SUZHOU)), ...centre, area: crossed })
    expect(refused).toMatchObject({ error: 'city.areaInvalid', data: { fields: [{ path: 'polygon' }] } })
    expect((refused.data as { fields: { message: string }[] }).fields[0]!.message).toContain('自相交')
    expect((await world.send(cityOpeningCalls.saveArea, { ...(await seen(SUZHOU)), ...centre })).error).toBe('city.areaInvalid')
    const circle = await world.send(cityOpeningCalls.saveArea, { ...(await seen(SUZHOU)), ...centre, radiusM: 5_000 })
    expect(circle.data).toMatchObject({ serviceArea: null, serviceRadiusM: 5_000 })
    expect((await world.send(callCentreCalls.estimate, trip({ pickupLat: 31.39 }))).error).toBe('callCentre.outsideCity')
  })
})

describe('a city that is closed', () => {
  test('lets the trip under way end, says before what stands, refuses new ones in words, and offers nobody an order', async () => {
    start()
    const underway = await onTheWay(world)
    const idle = await driverAt(world, 300)
    const standing = (await world.send(cityOpeningCalls.closing, { cityId: HANGZHOU })).data as AnswerOf<typeof cityOpeningCalls.closing>
    expect(standing).toMatchObject({ running: 1, bookings: 0, firstBookingAt: null })
    expect(standing.driversOnDuty).toBeGreaterThanOrEqual(2)

    const waiting = await placeCall(world, { pickupLat: PICKUP.lat + 0.05 })
    // A look that is under way is over with this, and none begins before the city is closed: what it would offer was asked in time.
    await world.owner.query(`update dispatch_searches set next_round_at = now() + interval '1 hour' where booking_id = $1`, [
      waiting.bookingId,
    ])
    expect((await close(HANGZHOU)).data).toMatchObject({ state: 'CLOSED', closedReason: '台风', allowedActions: ['area', 'copy', 'open'] })
    expect(await world.send(callCentreCalls.place, trip({ cityId: HANGZHOU, pickupLat: PICKUP.lat, pickupLng: PICKUP.lng }))).toMatchObject(
      {
        error: 'callCentre.cityClosed',
      },
    )
    seenAt(world, idle.driverId, 5_500)
    await world.owner.query('update dispatch_searches set next_round_at = now(), round = 5 where booking_id = $1', [waiting.bookingId])
    await until(async () => {
      const {
        rows: [search],
      } = await world.owner.query<{ later: boolean }>(
        `select next_round_at > now() + interval '2 seconds' as later from dispatch_searches where booking_id = $1`,
        [waiting.bookingId],
      )
      return search!.later
    }, 'a look at the search that waits for the city')
    expect(await offersOf(world, idle)).toEqual([])

    seenAt(world, underway.driver.driverId, 0)
    for (const step of [dispatchCalls.arrive, dispatchCalls.depart, dispatchCalls.end, dispatchCalls.file]) {
      const done = await as(world, underway.driver)(step, {
        id: underway.orderId,
        ...(step === dispatchCalls.end && { reason: '到达' }),
        ...(step === dispatchCalls.file && { extras: [] }),
      })
      expect(done.code, done.message).toBe(0)
    }
    expect((await logged(HANGZHOU)).at(-1)).toMatchObject({ summary: '关闭城市', after: { open: false, reason: '台风' } })

    expect((await open(HANGZHOU)).data).toMatchObject({ state: 'OPEN', closedFrom: null, closedReason: '' })
    await until(async () => (await offersOf(world, idle)).length > 0, 'an offer once the city is open again')
  })

  test('for some hours is closed from the one to the other, and open before and after by itself', async () => {
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    expect((await close(SHANGHAI, { from: at(60), until: at(30) })).error).toBe('city.closingTimes')
    expect((await close(SHANGHAI, { from: at(60), until: at(120) })).data).toMatchObject({ state: 'OPEN', open: true })
    const shift = (minutes: number) =>
      world.owner.query(
        `update tenant_cities set closed_from = closed_from + make_interval(mins => $2), closed_until = closed_until + make_interval(mins => $2),
           told_at = told_at + make_interval(mins => $2) where city_id = $1`,
        [SHANGHAI, minutes],
      )
    const told = async () => {
      await Promise.all([tellOfClosings(world.app.platform), tellOfClosings(world.app.platform)])
      const { rows: notices } = await world.owner.query<{ kind: string }>(
        `select kind from notices where city_id = $1 and kind like 'CITY_%' order by notice_id`,
        [SHANGHAI],
      )
      const { rows: events } = await world.owner.query<{ n: number }>(
        `select count(*)::int as n from live_events where tenant_id = $1 and topic = 'session' and payload ->> 'what' = 'cities'`,
        [world.tenantA],
      )
      return { kinds: notices.map(({ kind }) => kind), events: events[0]!.n }
    }
    const { kinds, events } = await told()
    expect(kinds, 'nothing before its time').toEqual([])
    await shift(-90)
    expect(await told()).toEqual({ kinds: ['CITY_STOPPED'], events: events + 1 })
    expect(await city(SHANGHAI)).toMatchObject({ state: 'PAUSED', open: false, allowedActions: ['area', 'copy', 'open', 'close'] })
    const there = trip({ cityId: SHANGHAI, pickupLat: 31.2325, pickupLng: 121.4692 })
    expect((await world.send(callCentreCalls.estimate, there)).error).toBe('callCentre.cityClosed')
    await shift(-60)
    expect(await told()).toEqual({ kinds: ['CITY_STOPPED', 'CITY_STARTED'], events: events + 2 })
    expect(await city(SHANGHAI)).toMatchObject({ state: 'OPEN', open: true })
    expect((await world.send(callCentreCalls.estimate, there)).code).toBe(0)
  })

  test('is closed for the night and opened by who runs that city alone', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const input = { reason: '台风', until }
    const closed = await world.send(cityOpeningCalls.close, { ...(await seen(HANGZHOU)), ...input }, 'hangzhou')
    expect(closed, closed.message).toMatchObject({ code: 0, data: { state: 'PAUSED', closedUntil: until } })
    expect((await world.send(cityOpeningCalls.close, { ...(await seen(SHANGHAI)), ...input }, 'hangzhou')).code).toBe(404)
    expect((await world.send(cityOpeningCalls.open, await seen(HANGZHOU), 'hangzhou')).data).toMatchObject({ state: 'OPEN' })
  })
})
