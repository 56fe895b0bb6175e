import { CHINA_MINUTES } from './local-clock.ts'

const DAY_MS = 86_400_000
/** An operating day begins at six in the morning: the trade works past midnight. */
const CUT_OFF_HOUR = 6

/** When the operating day of `now` began, in a city that is `utcOffsetMinutes` ahead of UTC. */
export function operatingDayStart(now: Date, utcOffsetMinutes = CHINA_MINUTES): Date {
  const shiftMs = utcOffsetMinutes * 60_000 - CUT_OFF_HOUR * 3_600_000
  return new Date(Math.floor((now.getTime() + shiftMs) / DAY_MS) * DAY_MS - shiftMs)
}
