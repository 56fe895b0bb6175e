/** Channels have a day's statement from ten in the morning of the next on, by the clock of China. */
const READY_HOURS = 24 + 10
const CHINA_HOURS = 8
export const lastDayWithStatement = (now: Date): string =>
  new Date(now.getTime() - (READY_HOURS - CHINA_HOURS) * 3_600_000).toISOString().slice(0, 10)
