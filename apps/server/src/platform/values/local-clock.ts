const DAY = 1_440
/** How far China's clock is ahead of UTC: what belongs to no city, and what outside services call a day, goes by it. */
export const CHINA_MINUTES = 480

/** Minute of the day of `hh:mm`. */
export const minuteOf = (hhmm: string): number => Number(hhmm.slice(0, 2)) * 60 + Number(hhmm.slice(3))
export const hhmmOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
/** The two ends of a window of the day, each null where there is none. */
export const windowText = (from: number | null, to: number | null) => ({
  from: from === null ? null : hhmmOf(from),
  to: to === null ? null : hhmmOf(to),
})
/** Whether a minute lies in a window of the day, `from` included and `to` not; from after to goes over midnight. */
export const inWindow = (from: number, to: number, minute: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to
/** Minute of the local day at an instant (ms). */
export const localMinute = (at: number, utcOffsetMinutes: number): number =>
  (((Math.floor(at / 60_000) + utcOffsetMinutes) % DAY) + DAY) % DAY
/** Day of the local week at an instant (ms); 0 is Monday. */
export function localWeekday(at: number, utcOffsetMinutes: number): number {
  const day = Math.floor((at + utcOffsetMinutes * 60_000) / 86_400_000)
  // The first of January 1970 was a Thursday.
  return (((day + 3) % 7) + 7) % 7
}
/** Local day of an instant: `2026-11-24`. */
export const localDay = (at: Date, utcOffsetMinutes: number): string =>
  new Date(at.getTime() + utcOffsetMinutes * 60_000).toISOString().slice(0, 10)
export const dayInChina = (at: Date): string => localDay(at, CHINA_MINUTES)
/** Bit 0 of a week mask is Monday. */
export const onWeekday = (weekMask: number, weekday: number): boolean => Math.floor(weekMask / 2 ** weekday) % 2 === 1
/** The instant of a day `2026-11-24` and a time `08:05:09` on a clock so far ahead of UTC; null where there is no such day or time. */
export function instantOf(day: string, time: string, utcOffsetMinutes: number): Date | null {
  const shown = Date.parse(`${day}T${time}Z`)
  // To the parser the 30th of February is the 2nd of March, and 24:00 the next day's midnight.
  const is = !Number.isNaN(shown) && new Date(shown).toISOString().startsWith(`${day}T${time}`)
  return is ? new Date(shown - utcOffsetMinutes * 60_000) : null
}
