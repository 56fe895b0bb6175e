import { UTC_OFFSET_MINUTES } from '../cities.ts'
import type { Chance } from '../random.ts'

const HOUR = 3_600_000
/** Orders of an hour against each other: quiet mornings, a lunch bump, the evening peak from 20:00 to 01:00, a tail until four. */
const hourWeights = [
  3.2, 1.9, 1.1, 0.6, 0.3, 0.2, 0.2, 0.25, 0.3, 0.3, 0.35, 0.45, 0.7, 0.8, 0.6, 0.5, 0.55, 0.8, 1.2, 2, 3.4, 4.6, 4.8, 4.2,
]
/** Sunday first; a night belongs to the day it began on. */
const dayWeights = [0.95, 0.84, 0.87, 0.92, 1, 1.3, 1.36]
/** Trade grows by this part over the whole history. */
const GROWTH = 0.18
const DAY_BEGINS_AT = 6

const HISTORY_DAYS = 90

/** `count` instants (UTC ms) over the last 90 days, in order, as dense as the trade is busy. */
export function orderMoments(count: number, now: number, random: Chance): number[] {
  const from = now - HISTORY_DAYS * 24 * HOUR
  const hours = Array.from({ length: HISTORY_DAYS * 24 }, (_, index) => from + index * HOUR)
  let total = 0
  const reached = hours.map((at, index) => (total += weightAt(at + HOUR / 2) * (1 + (GROWTH * index) / hours.length)))
  let hour = 0
  return Array.from({ length: count }, (_, index) => {
    const target = ((index + random.unit()) / count) * total
    while (reached[hour]! <= target) hour++
    const before = hour === 0 ? 0 : reached[hour - 1]!
    return Math.floor(hours[hour]! + ((target - before) / (reached[hour]! - before)) * HOUR)
  })
}

/** The local hour of an instant. */
export const localHour = (at: number): number => new Date(at + UTC_OFFSET_MINUTES * 60_000).getUTCHours()
/** The local weekday of the operating day, which begins at six: 0 is Sunday. */
export const operatingWeekday = (at: number): number => new Date(at + UTC_OFFSET_MINUTES * 60_000 - DAY_BEGINS_AT * HOUR).getUTCDay()

const weightAt = (at: number) => hourWeights[localHour(at)]! * dayWeights[operatingWeekday(at)]!
