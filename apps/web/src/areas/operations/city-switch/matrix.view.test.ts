import { type CitySwitchRow, citySwitch, citySwitches, type CitySwitchStand } from '@chauffeur/contract/operations/city-switch'
import { expect, test } from 'vitest'
import here from './city-switch.en.ts'
import { changesOf, clockOf, maySchedule, pressed, pressedAll } from './matrix.view.ts'

const city = (cityId: string, off: string[] = [], fixed: string[] = [], utcOffsetMinutes = 480): CitySwitchRow => ({
  cityId,
  name: cityId,
  open: true,
  utcOffsetMinutes,
  switches: citySwitch.options.map(
    (key): CitySwitchStand => ({
      cityId,
      key,
      on: !off.includes(key),
      own: false,
      version: 0,
      reason: '',
      changedBy: '',
      changedAt: null,
      effectiveFrom: null,
      planned: [],
      prepayWaitS: null,
      mayChange: !fixed.includes(key),
    }),
  ),
})
const said = (changes: ReturnType<typeof changesOf>) => changes.map(({ city: { cityId }, stand: { key }, on }) => `${cityId} ${key} ${on}`)

test('a switch that is pressed twice is no change; one that somebody else has switched meanwhile neither', () => {
  const [one, other] = [city('1'), city('2', ['tips'])]
  const once = pressed({}, { cityId: '1', key: 'tips', on: true })
  expect(said(changesOf([one, other], once))).toEqual(['1 tips false'])
  expect(pressed(once, { cityId: '1', key: 'tips', on: true })).toEqual({})
  expect(said(changesOf([city('1', ['tips']), other], once))).toEqual([])
})

test('all cities of a switch go on where one is off, and off where none is; what may not be changed stays', () => {
  const cities = [city('1'), city('2', ['tips']), city('3', ['tips'], ['tips'])]
  const on = pressedAll({}, cities, 'tips')
  expect(said(changesOf(cities, on))).toEqual(['2 tips true'])
  const off = pressedAll(on, cities, 'tips')
  expect(said(changesOf(cities, off))).toEqual(['1 tips false'])
  expect(said(changesOf(cities, pressedAll(off, cities, 'tips')))).toEqual(['2 tips true'])
})

test('times are for what can be planned, by the clock of its cities', () => {
  const cities = [city('1'), city('2', [], [], 420)]
  const tips = changesOf(cities, pressedAll({}, cities, 'tips'))
  expect([maySchedule(tips), clockOf(tips), clockOf(tips.slice(0, 1))]).toEqual([true, null, 480])
  expect(maySchedule(changesOf(cities, pressedAll({}, cities, 'face')))).toBe(false)
})

test('every switch says in English, too, what becomes of it', () => {
  const words: Readonly<Record<string, string>> = here
  expect(Object.values(citySwitches).filter(({ means }) => !words[means])).toEqual([])
})
