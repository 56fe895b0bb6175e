import fc from 'fast-check'
import { hhmmOf, localMinute, minuteOf } from '#platform/values/local-clock'
import { expect, test } from 'vitest'
import { dispatchDefaults } from './params.rules.ts'
import { chooseSetting, overlaps, paramProblems, type SettingFor, standingsOf } from './settings.rules.ts'

const setting = (name: string, of: Partial<SettingFor> = {}) => ({ name, channelId: null, serviceType: null, from: null, to: null, ...of })
const at = (hhmm: string) => minuteOf(hhmm)

test('the most specific setting decides: channel before service type before time of day before the city', () => {
  const city = setting('city')
  const night = setting('night', { from: at('22:00'), to: at('06:00') })
  const long = setting('long', { serviceType: 'LONG_DISTANCE' })
  const bank = setting('bank', { channelId: '7' })
  const all = [city, night, long, bank]
  const choose = (channelId: string | null, serviceType: string, hhmm: string) =>
    chooseSetting(all, { channelId, serviceType, minuteOfDay: at(hhmm) })?.name
  expect(choose(null, 'TRIP', '12:00')).toBe('city')
  expect(choose(null, 'TRIP', '23:30')).toBe('night')
  expect(choose(null, 'TRIP', '05:59')).toBe('night')
  expect(choose(null, 'TRIP', '06:00')).toBe('city')
  expect(choose(null, 'LONG_DISTANCE', '23:30')).toBe('long')
  expect(choose('7', 'LONG_DISTANCE', '23:30')).toBe('bank')
  expect(choose('8', 'TRIP', '12:00')).toBe('city')
  expect(chooseSetting([bank], { channelId: null, serviceType: 'TRIP', minuteOfDay: 0 })).toBeNull()
})

test('windows that touch do not overlap, also over midnight; windows that share a minute do', () => {
  const window = (from: string, to: string) => setting('w', { from: at(from), to: at(to) })
  expect(overlaps(window('06:00', '12:00'), window('12:00', '06:00'))).toBe(false)
  expect(overlaps(window('22:00', '02:00'), window('01:59', '03:00'))).toBe(true)
  expect(overlaps(window('06:00', '12:00'), setting('day'))).toBe(false)
  expect(overlaps(setting('day'), setting('day'))).toBe(true)
  expect(overlaps(setting('day'), setting('day', { channelId: '7' }))).toBe(false)
})

test('whatever settings pass the overlap check, their order never changes which one decides', () => {
  const minute = fc.option(fc.integer({ min: 0, max: 1_439 }), { nil: null })
  const arbitrary = fc
    .record({
      channelId: fc.constantFrom(null, '1', '2'),
      serviceType: fc.constantFrom(null, 'TRIP'),
      from: minute,
      length: fc.integer({ min: 1, max: 1_439 }),
    })
    .map(({ length, ...rest }): SettingFor => ({ ...rest, to: rest.from === null ? null : (rest.from + length) % 1_440 }))
  fc.assert(
    fc.property(fc.array(arbitrary, { maxLength: 12 }), fc.integer({ min: 0, max: 1_439 }), (given, minuteOfDay) => {
      const kept = given.reduce<SettingFor[]>((all, one) => (all.some((other) => overlaps(one, other)) ? all : [...all, one]), [])
      const search = { channelId: '1', serviceType: 'TRIP', minuteOfDay }
      expect(chooseSetting(kept, search)).toBe(chooseSetting(kept.toReversed(), search))
    }),
  )
})

test('parameters that contradict each other name the field', () => {
  const whole = { from: null, to: null }
  expect(paramProblems(dispatchDefaults, whole)).toEqual([])
  expect(paramProblems({ ...dispatchDefaults, maxRadiusM: 500 }, whole).map(({ path }) => path)).toEqual(['maxRadiusM'])
  expect(paramProblems({ ...dispatchDefaults, radiusStepM: 0 }, whole).map(({ path }) => path)).toEqual(['radiusStepM'])
  expect(paramProblems({ ...dispatchDefaults, offerS: 200 }, whole).map(({ path }) => path)).toEqual(['offerS'])
  expect(paramProblems({ ...dispatchDefaults, mode: 'BATCH', batchS: 120 }, whole).map(({ path }) => path)).toEqual(['batchS'])
  // One round of ten seconds is the whole search, whatever its time might be.
  const short = { ...dispatchDefaults, mode: 'BATCH' as const, rounds: 1, roundS: 10, offerS: 10, batchS: 10 }
  expect(paramProblems(short, whole).map(({ path }) => path)).toEqual(['batchS'])
  expect(paramProblems({ ...short, batchS: 9, offerS: 11 }, whole).map(({ path }) => path)).toEqual(['offerS'])
  expect(paramProblems(dispatchDefaults, { from: 60, to: null }).map(({ path }) => path)).toEqual(['to'])
  expect(paramProblems(dispatchDefaults, { from: 60, to: 60 }).map(({ path }) => path)).toEqual(['to'])
})

test('the minute of the day is the city’s own, on both sides of midnight', () => {
  expect(hhmmOf(localMinute(Date.UTC(2026, 10, 20, 16, 5), 480))).toBe('00:05')
  expect(hhmmOf(localMinute(Date.UTC(2026, 10, 20, 15, 59), 480))).toBe('23:59')
  expect(hhmmOf(localMinute(-60_000, 0))).toBe('23:59')
})

test('each setting of a city says why it decides a case or does not', () => {
  const setting = (more: object) => ({ channelId: null, serviceType: null, from: null, to: null, enabled: true, ...more })
  const settings = {
    city: setting({}),
    off: setting({ enabled: false }),
    bank: setting({ channelId: '7' }),
    otherBank: setting({ channelId: '8' }),
    longDistance: setting({ serviceType: 'LONG_DISTANCE' }),
    night: setting({ from: 1_320, to: 120 }),
    noon: setting({ from: 660, to: 780 }),
  }
  const found = standingsOf(Object.values(settings), { channelId: '7', serviceType: 'TRIP', minuteOfDay: 60 })
  expect(Object.fromEntries(Object.entries(settings).map(([name, one]) => [name, found.get(one)]))).toEqual({
    city: 'LESS_SPECIFIC',
    off: 'DISABLED',
    bank: 'WINS',
    otherBank: 'CHANNEL',
    longDistance: 'SERVICE',
    night: 'LESS_SPECIFIC',
    noon: 'TIME',
  })
})
