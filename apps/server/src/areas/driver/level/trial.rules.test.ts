import { STANDARD_DRIVER_LEVELS as levels, STANDARD_LEVEL_RULES } from '@chauffeur/contract/driver/level-model'
import { expect, test } from 'vitest'
import { tryLevels, type TriedDriver } from './trial.rules.ts'

const driver = (driverId: string, more: Partial<TriedDriver> = {}): TriedDriver => ({
  ...{ driverId, driverNo: `HZ${driverId}`, driverName: '王', cityId: '1', cityName: '杭州' },
  ...{ level: 1, exp: 0, orders: 0, cancels: 0, lastOrders: 0, lastCancels: 0, ratingX100: 500, acceptBp: null, daysHere: 400 },
  ...{ white: null, isProtected: false },
  ...more,
})
const rules = { ...STANDARD_LEVEL_RULES, enabled: true }
const attempt = (drivers: TriedDriver[], of = { levels, rules }) => tryLevels(drivers, () => of)

test('a dry run says who rises at once and who falls at the end of the month', () => {
  const tried = attempt([
    driver('1', { exp: 2_000, orders: 40 }),
    driver('2', { level: 4, exp: 2_000, orders: 45 }),
    driver('3', { level: 3, exp: 2_000, orders: 2, lastOrders: 60 }),
    driver('4', { level: 5, exp: 0, white: { effect: 'NO_DOWNGRADE', level: null } }),
  ])
  expect(tried).toMatchObject({ drivers: 4, enabled: true, rise: 1, fall: 0, fallLater: 1, onlyLowest: false })
  expect(tried.risers).toMatchObject([{ driverId: '1', from: 1, to: 3, fromName: '普通', toName: '银牌' }])
  expect(tried.fallers).toMatchObject([{ driverId: '2', from: 4, to: 3 }])
  expect(tried.byLevel.map(({ now, after }) => [now, after])).toEqual([
    [1, 0],
    [0, 0],
    [1, 3],
    [1, 0],
    [1, 1],
  ])
})

test('levels that nobody could reach are told of, and a level that goes is left at once', () => {
  const high = levels.map((level) => ({ ...level, minExp: level.level === 1 ? 0 : 1_000_000 }))
  expect(attempt([driver('1', { level: 3, exp: 9_000, orders: 90 })], { levels: high, rules }).onlyLowest).toBe(true)
  expect(attempt([], { levels: high, rules }).onlyLowest).toBe(false)
  const fewer = attempt([driver('1', { level: 5, exp: 20_000, orders: 90 })], { levels: levels.slice(0, 2), rules })
  expect(fewer).toMatchObject({ fall: 1, fallLater: 0, fallers: [{ from: 5, to: 2, toName: '铜牌' }] })
})

test('while levels do not move nobody rises or falls', () => {
  const still = attempt([driver('1', { level: 2, exp: 9_000, orders: 90 })], { levels, rules: STANDARD_LEVEL_RULES })
  expect(still).toMatchObject({ enabled: false, rise: 0, fall: 0, fallLater: 0, onlyLowest: false })
  expect(still.byLevel.find(({ level }) => level === 2)).toMatchObject({ now: 1, after: 1 })
})
