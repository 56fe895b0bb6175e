import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { t } from '#platform/text/text.ts'

dayjs.extend(utc)

/** By the clock that is `offsetMinutes` ahead of UTC, where one is given; by the reader's own otherwise. */
const onClock = (at: string, offsetMinutes: number | null) => (offsetMinutes === null ? dayjs(at) : dayjs.utc(at).utcOffset(offsetMinutes))

/** The whole instant to the second. */
export function exactTimeText(at: string, offsetMinutes: number | null = null): string {
  return onClock(at, offsetMinutes).format('YYYY-MM-DD HH:mm:ss')
}

/** The whole instant, with the clock it is read from named where that is not the reader's. */
export function zonedTimeText(at: string, offsetMinutes: number | null): string {
  const foreign = offsetMinutes !== null && offsetMinutes !== dayjs(at).utcOffset()
  return `${exactTimeText(at, offsetMinutes)}${foreign ? onClock(at, offsetMinutes).format(' [UTC]Z') : ''}`
}

/** How long ago or how far ahead, in one unit; beyond a week the date says more than a distance. */
export function relativeTimeText(at: string, nowMs: number, offsetMinutes: number | null = null): string {
  const ms = dayjs(at).valueOf() - nowMs
  const s = Math.abs(ms) / 1000
  const ahead = ms > 0
  if (s < 10) return t('刚刚')
  if (s < 60) return ahead ? t('{n} 秒后', { n: Math.floor(s) }) : t('{n} 秒前', { n: Math.floor(s) })
  if (s < 3600) return ahead ? t('{n} 分钟后', { n: Math.floor(s / 60) }) : t('{n} 分钟前', { n: Math.floor(s / 60) })
  if (s < 86_400) return ahead ? t('{n} 小时后', { n: Math.floor(s / 3600) }) : t('{n} 小时前', { n: Math.floor(s / 3600) })
  if (s < 7 * 86_400) return ahead ? t('{n} 天后', { n: Math.floor(s / 86_400) }) : t('{n} 天前', { n: Math.floor(s / 86_400) })
  return shortTimeText(at, nowMs, offsetMinutes)
}

/** As short as it can be without being taken for another day: 14:29 today, 11-22 14:29 this year, 2021-09-09 otherwise. */
export function shortTimeText(at: string, nowMs: number, offsetMinutes: number | null = null): string {
  const [time, now] = [onClock(at, offsetMinutes), onClock(new Date(nowMs).toISOString(), offsetMinutes)]
  return time.format(time.isSame(now, 'day') ? 'HH:mm' : time.year() === now.year() ? 'MM-DD HH:mm' : 'YYYY-MM-DD')
}

/** The same to the second, for logs and evidence. */
export function secondTimeText(at: string, nowMs: number, offsetMinutes: number | null = null): string {
  const [time, now] = [onClock(at, offsetMinutes), onClock(new Date(nowMs).toISOString(), offsetMinutes)]
  return time.format(time.isSame(now, 'day') ? 'HH:mm:ss' : time.year() === now.year() ? 'MM-DD HH:mm:ss' : 'YYYY-MM-DD HH:mm:ss')
}

/** How long ago within the hour; what is longer past happened at a time of day, whichever day. */
export function latelyTimeText(at: string, nowMs: number, offsetMinutes: number | null = null): string {
  if (Math.abs(Date.parse(at) - nowMs) < 3_600_000) return relativeTimeText(at, nowMs, offsetMinutes)
  const short = shortTimeText(at, nowMs, offsetMinutes)
  return short.includes(':') ? short : onClock(at, offsetMinutes).format('YYYY-MM-DD HH:mm')
}

/** Seconds from one instant to another; never negative, clocks of different machines differ. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
}

/** The instant at which a day (`2026-11-20`) begins on such a clock. */
export function dayStart(day: string, offsetMinutes: number | null): dayjs.Dayjs {
  return offsetMinutes === null ? dayjs(day).startOf('day') : dayjs.utc(day).subtract(offsetMinutes, 'minute')
}

/**
 * What a date field shows of an instant and gives for one: the wall clock that is `offsetMinutes` ahead of UTC, that of the city concerned,
 * to the minute. The reader's own only where no city is known.
 */
export function wallClockOf(at: string | number | null | undefined, offsetMinutes: number | null): string {
  if (at === null || at === undefined || at === '') return ''
  return (offsetMinutes === null ? dayjs(at) : dayjs.utc(at).utcOffset(offsetMinutes)).format('YYYY-MM-DDTHH:mm')
}

/** The instant of a wall-clock time; none for an empty field. `was`: what the field showed at first, whose seconds it does not show. */
export function instantOf(wallClock: string | undefined, offsetMinutes: number | null, was?: string | null): string | undefined {
  if (!wallClock || !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(wallClock)) return undefined
  if (was && wallClockOf(was, offsetMinutes) === wallClock) return was
  const asUtc = Date.parse(`${wallClock.slice(0, 16)}:00Z`)
  if (Number.isNaN(asUtc)) return undefined
  return offsetMinutes === null ? dayjs(wallClock.slice(0, 16)).toISOString() : new Date(asUtc - offsetMinutes * 60_000).toISOString()
}

/** By which clock a time is typed, said where that is not the reader's. */
export function clockWords(offsetMinutes: number | null): string {
  if (offsetMinutes === null || offsetMinutes === dayjs().utcOffset()) return t('城市当地时间')
  return t('城市当地时间（{zone}），不是本机时间', { zone: dayjs.utc().utcOffset(offsetMinutes).format('[UTC]Z') })
}
