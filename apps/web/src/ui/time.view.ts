import dayjs from 'dayjs'
import { t } from '#platform/text.ts'

/** The whole instant in the reader's own time zone, to the second. */
export function exactTimeText(at: string): string {
  return dayjs(at).format('YYYY-MM-DD HH:mm:ss')
}

/** How long ago or how far ahead, in one unit; beyond a week the date says more than a distance. */
export function relativeTimeText(at: string, nowMs: number): string {
  const ms = dayjs(at).valueOf() - nowMs
  const s = Math.abs(ms) / 1000
  const ahead = ms > 0
  if (s < 10) return t('刚刚')
  if (s < 60) return ahead ? t('{n} 秒后', { n: Math.floor(s) }) : t('{n} 秒前', { n: Math.floor(s) })
  if (s < 3600) return ahead ? t('{n} 分钟后', { n: Math.floor(s / 60) }) : t('{n} 分钟前', { n: Math.floor(s / 60) })
  if (s < 86_400) return ahead ? t('{n} 小时后', { n: Math.floor(s / 3600) }) : t('{n} 小时前', { n: Math.floor(s / 3600) })
  if (s < 7 * 86_400) return ahead ? t('{n} 天后', { n: Math.floor(s / 86_400) }) : t('{n} 天前', { n: Math.floor(s / 86_400) })
  return dayjs(at).format(dayjs(at).year() === dayjs(nowMs).year() ? 'MM-DD HH:mm' : 'YYYY-MM-DD')
}

/** Month, day and minute: the width a list column has. */
export function shortTimeText(at: string): string {
  return dayjs(at).format('MM-DD HH:mm')
}

/** Seconds from one instant to another; never negative, clocks of different machines differ. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
}
