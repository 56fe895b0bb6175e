const DAY = 1_440

/** Minute of the day of `hh:mm`. */
export const minuteOf = (hhmm: string): number => Number(hhmm.slice(0, 2)) * 60 + Number(hhmm.slice(3))
export const hhmmOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
/** Minute of the local day at an instant (ms). */
export const localMinute = (at: number, utcOffsetMinutes: number): number =>
  (((Math.floor(at / 60_000) + utcOffsetMinutes) % DAY) + DAY) % DAY
