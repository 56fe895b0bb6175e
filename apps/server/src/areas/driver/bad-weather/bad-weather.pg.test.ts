import { badWeatherCalls, type BadWeather, driverWeatherCalls } from '@chauffeur/contract/driver/bad-weather'
import { driverProtectionCalls } from '@chauffeur/contract/driver/level-driver'
import { citySwitchCalls } from '@chauffeur/contract/operations/city-switch'
import { noticeCalls } from '@chauffeur/contract/operations/notice'
import { rateCalls, type WeatherRule } from '@chauffeur/contract/pricing/rate'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { driverAt } from '#test/drivers'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'
import { tellOfLapses } from './bad-weather.service.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  await world.owner.query('delete from weather_rules')
  await world.owner.query('delete from driver_level_protections')
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const update = (input: object, who: Person = 'hangzhou') =>
  world.send(badWeatherCalls.updateConfig, { cityId: HANGZHOU, until: inHours(2), reason: '暴雪', protectLevels: true, ...input }, who)
const close = (who: Person = 'hangzhou', cityId = HANGZHOU) => world.send(badWeatherCalls.closeConfig, { cityId }, who)
const config = async (who: Person = 'hangzhou') =>
  ((await world.send(badWeatherCalls.getConfig, {}, who)).data as { rows: BadWeather[] }).rows.find(({ cityId }) => cityId === HANGZHOU)!
const rules = async () => ((await world.send(rateCalls.weatherList, { cityId: HANGZHOU }, 'all')).data as { rows: WeatherRule[] }).rows
const told = async () =>
  ((await world.send(noticeCalls.list, {}, 'hangzhou')).data as { rows: { kind: string }[] }).rows.map(({ kind }) => kind)
const protections = async () =>
  ((await world.send(driverProtectionCalls.list, { cityId: HANGZHOU }, 'all')).data as { rows: { state: string; until: string }[] }).rows

test('one switch sets the charge and the protection that stand elsewhere, its change changes them, and its end ends both', async () => {
  const { token } = await driverAt(world, null)
  const heard = async () => (await world.send(driverWeatherCalls.weather, {}, token)).data
  expect(await config()).toMatchObject({ on: false, price: null, protection: null })
  expect(await heard()).toMatchObject({ on: false, levelsProtected: false })
  const until = inHours(3)
  expect((await update({ until, flatFen: 800 })).data).toMatchObject({ on: true, until, reason: '暴雪', price: { flatFen: 800, until } })
  expect(await rules()).toMatchObject([{ name: '暴雪', flatFen: 800, inForce: true, activeTo: until }])
  expect(await protections()).toMatchObject([{ state: 'CURRENT', until }])
  expect(await heard()).toEqual({ on: true, until, flatFen: 800, rateBp: null, levelsProtected: true })
  // The same once more is the same; another charge and another end change what is there.
  expect((await update({ until, flatFen: 800 })).code).toBe(0)
  const later = inHours(5)
  expect((await update({ until: later, rateBp: 12_000 })).code).toBe(0)
  expect(await rules()).toMatchObject([{ flatFen: null, rateBp: 12_000, activeTo: later }])
  expect(await protections()).toMatchObject([{ state: 'CURRENT', until: later }])
  // Each may be there without the other.
  expect((await update({ until: later, rateBp: 12_000, protectLevels: false })).data).toMatchObject({ on: true, protection: null })
  expect((await update({ until: later })).data).toMatchObject({ on: true, price: null })
  expect((await close()).data).toMatchObject({ on: false })
  expect((await close()).error).toBe('badWeather.off')
  expect((await protections()).every(({ state }) => state === 'OVER')).toBe(true)
  expect(await told()).toEqual(['BAD_WEATHER_OVER', 'BAD_WEATHER'])
})

test('nobody is told of a charge that the city does not make: it stands there as switched off until the switch is on', async () => {
  const { token } = await driverAt(world, null)
  const heard = async () => (await world.send(driverWeatherCalls.weather, {}, token)).data
  const turn = (on: boolean, version: number) =>
    world.send(citySwitchCalls.save, { cityId: HANGZHOU, key: 'weatherPrice', on, version }, 'all')
  await update({ flatFen: 800 })
  expect((await turn(false, 0)).code).toBe(0)
  expect((await config()).price).toMatchObject({ flatFen: 800, charged: false })
  expect(await heard()).toMatchObject({ on: true, flatFen: null, levelsProtected: true })
  expect((await turn(true, 1)).code).toBe(0)
  expect((await config()).price).toMatchObject({ flatFen: 800, charged: true })
  expect(await heard()).toMatchObject({ on: true, flatFen: 800 })
})

test('what comes to its end by itself is told once, and not while any of it is left', async () => {
  await world.owner.query('delete from notices')
  await update({ flatFen: 800 })
  await tellOfLapses(world.app.platform)
  expect(await told()).toEqual(['BAD_WEATHER'])
  await world.owner.query(`update weather_rules set active_from = now() - interval '2 hours', active_to = now() - interval '1 minute'`)
  await tellOfLapses(world.app.platform)
  expect(await told()).toEqual(['BAD_WEATHER'])
  await world.owner.query(
    `update driver_level_protections set valid_from = now() - interval '2 hours', valid_until = now() - interval '1 second'`,
  )
  await Promise.all([tellOfLapses(world.app.platform), tellOfLapses(world.app.platform)])
  await tellOfLapses(world.app.platform)
  expect(await told()).toEqual(['BAD_WEATHER_OVER', 'BAD_WEATHER'])
  expect((await close()).error).toBe('badWeather.off')
})

test('what was switched on by the screens of price and levels is the same bad weather', async () => {
  const rule = { cityId: HANGZHOU, name: '雨天', flatFen: 500, activeFrom: inHours(-1), activeTo: inHours(1) }
  expect((await world.send(rateCalls.weatherSave, rule, 'all')).code).toBe(0)
  expect(await config()).toMatchObject({ on: true, reason: '雨天', price: { flatFen: 500 }, protection: null })
  expect((await close('all')).data).toMatchObject({ on: false })
  expect(await rules()).toMatchObject([{ enabled: false }])
})

test('whoever may not change prices protects levels and leaves the charge as it is', async () => {
  await world.owner.query(
    `with made as (insert into roles (tenant_id, name) values ($1, '等级') returning tenant_id, role_id),
      given as (insert into role_functions (tenant_id, role_id, function_code) select tenant_id, role_id, unnest(array['driverLevel.view', 'driverLevel.edit']) from made)
     insert into user_roles (tenant_id, user_id, role_id) select tenant_id, $2, role_id from made`,
    [world.tenantA, world.people.weak.userId],
  )
  expect((await update({ flatFen: 800 })).code).toBe(0)
  expect((await update({ flatFen: 900 }, 'weak')).error).toBe('badWeather.priceDenied')
  const later = inHours(4)
  expect((await update({ until: later }, 'weak')).data).toMatchObject({ price: { flatFen: 800 }, protection: { until: later } })
  expect((await close('weak')).data).toMatchObject({ on: true, price: { flatFen: 800 }, protection: null })
})

test('an organisation and another city say nothing of a city', async () => {
  expect((await update({}, 'company')).error).toBe('badWeather.cityUnknown')
  expect((await close('company')).error).toBe('badWeather.cityUnknown')
  expect((await update({ cityId: SHANGHAI })).error).toBe('badWeather.cityUnknown')
})

test('an end, a charge and what is wanted are checked before anything is done, and two at once make one of each', async () => {
  expect((await update({ until: inHours(-1) })).error).toBe('badWeather.periodInvalid')
  expect((await update({ until: inHours(24 * 8) })).error).toBe('badWeather.periodInvalid')
  expect((await update({ flatFen: 100, rateBp: 12_000 })).error).toBe('badWeather.amountTwice')
  expect(await update({ protectLevels: false })).toMatchObject({
    error: 'badWeather.nothing',
    data: { fields: [{ path: 'protectLevels' }] },
  })
  expect(await config()).toMatchObject({ on: false })
  const both = await Promise.all([update({ flatFen: 300 }), update({ flatFen: 400 }, 'all')])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect((await rules()).length).toBe(1)
  expect((await protections()).length).toBe(1)
})

test('it begins at once where the clock of the server is ahead of the database’s', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
  try {
    expect((await update({ flatFen: 800 })).data).toMatchObject({ on: true, price: { flatFen: 800 } })
    expect(await rules()).toMatchObject([{ inForce: true }])
  } finally {
    vi.useRealTimers()
  }
})

test('of two who saw the same the later one is told how it stands, and nothing is overwritten; so is who saw it before it was over', async () => {
  const { version } = await config()
  expect((await update({ flatFen: 300, version })).code).toBe(0)
  const late = await update({ flatFen: 900, version }, 'all')
  expect(late).toMatchObject({ error: 'badWeather.versionConflict', data: { current: { on: true, price: { flatFen: 300 } } } })
  const { version: seen } = (late.data as { current: BadWeather }).current
  expect((await update({ flatFen: 900, until: inHours(3), version: seen }, 'all')).code).toBe(0)
  const changed = await config()
  await close()
  expect((await update({ flatFen: 500, version: changed.version })).error).toBe('badWeather.versionConflict')
  expect(await config()).toMatchObject({ on: false })
})
