import type { LevelTrial } from '@chauffeur/contract/driver/level'
import type { DriverLevel, LevelFigures, LevelRules, WhiteEffect } from '@chauffeur/contract/driver/level-model'
import { cancelBpOf, deservedLevel, judgeLevel, levelOf, presentLevel } from '../standing/level.rules.ts'

/** A driver as a dry run sees them. */
export interface TriedDriver {
  driverId: string
  driverNo: string
  driverName: string
  cityId: string
  cityName: string
  level: number
  exp: number
  orders: number
  cancels: number
  lastOrders: number
  lastCancels: number
  ratingX100: number
  acceptBp: number | null
  daysHere: number
  white: { effect: WhiteEffect; level: number | null } | null
  isProtected: boolean
}
/** What would hold for the drivers of a city. */
interface TriedRules {
  levels: readonly DriverLevel[]
  rules: LevelRules
}

const WHO = 100

const figuresOf = ({ exp, ratingX100, acceptBp }: TriedDriver, orders: number, cancels: number): LevelFigures => ({
  exp,
  orders,
  cancels,
  ratingX100,
  acceptBp,
  cancelBp: cancelBpOf(orders, cancels),
})
/** At the end of a month that goes on as the better of this one and the last: on its first day nobody has done anything yet. */
const outlookOf = (driver: TriedDriver): LevelFigures =>
  driver.lastOrders > driver.orders
    ? figuresOf(driver, driver.lastOrders, driver.lastCancels)
    : figuresOf(driver, driver.orders, driver.cancels)

/** Who would rise and fall, at once and when the cycle ends; nothing is changed. */
export function tryLevels(drivers: readonly TriedDriver[], rulesOf: (cityId: string) => TriedRules): LevelTrial {
  const byLevel = new Map<number, { level: number; name: string; now: number; after: number }>()
  const countOf = (level: number, name: string) => {
    const known = byLevel.get(level) ?? { level, name, now: 0, after: 0 }
    byLevel.set(level, known)
    return known
  }
  const trial = { rise: 0, fall: 0, fallLater: 0, risers: [] as LevelTrial['risers'], fallers: [] as LevelTrial['fallers'] }
  let enabled = false
  let onlyLowest = drivers.length > 0
  for (const driver of drivers) {
    const { levels, rules } = rulesOf(driver.cityId)
    for (const { level, name } of levels) countOf(level, name)
    const { level } = driver
    countOf(level, levelOf(level, levels).name).now += 1
    if (!rules.enabled) {
      onlyLowest = false
      countOf(presentLevel(level, levels), '').after += 1
      continue
    }
    enabled = true
    const outlook = outlookOf(driver)
    const soon = judgeLevel({ ...driver, figures: figuresOf(driver, driver.orders, driver.cancels) }, levels, rules, false).to
    const later = judgeLevel({ ...driver, level: soon, figures: outlook }, levels, rules, true).to
    countOf(later, levelOf(later, levels).name).after += 1
    if (deservedLevel(levels, outlook) > 1) onlyLowest = false
    const { driverId, driverNo, driverName, cityName } = driver
    const moved = (from: number, to: number) => ({
      driverId,
      driverNo,
      driverName,
      cityName,
      from,
      to,
      fromName: levelOf(from, levels).name,
      toName: levelOf(to, levels).name,
    })
    if (soon > level) {
      trial.rise += 1
      if (trial.risers.length < WHO) trial.risers.push(moved(level, soon))
    }
    if (soon < level) trial.fall += 1
    if (later < soon) trial.fallLater += 1
    if (Math.min(soon, later) < level && trial.fallers.length < WHO) trial.fallers.push(moved(level, Math.min(soon, later)))
  }
  return { drivers: drivers.length, enabled, ...trial, byLevel: [...byLevel.values()].toSorted((a, b) => a.level - b.level), onlyLowest }
}
