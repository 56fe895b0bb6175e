import type { PeakTimes, PeakWindow } from '@chauffeur/contract/driver/online'
import { localWeekday, onWeekday } from '#platform/values/local-clock'

export const DAY_S = 86_400
const HOUR_S = 3_600

/** Seconds of the world's clock, `from` included and `to` not. */
export interface Span {
  from: number
  to: number
}
/** A session on the second: two that meet do not lie over each other. */
export const spanOf = (from: Date, to: Date): Span => ({ from: Math.floor(from.getTime() / 1000), to: Math.floor(to.getTime() / 1000) })
/** Midnight before a second, by a clock so far ahead of UTC. */
export const midnightOf = (at: number, utcOffsetMinutes: number): number =>
  Math.floor((at + utcOffsetMinutes * 60) / DAY_S) * DAY_S - utcOffsetMinutes * 60
/** `2026-11-20` of a midnight. */
export const dayOf = (midnight: number, utcOffsetMinutes: number): string =>
  new Date((midnight + utcOffsetMinutes * 60) * 1000).toISOString().slice(0, 10)

const secondOf = (clock: string): number => {
  const [h = 0, m = 0, s = 0] = clock.split(':').map(Number)
  return h * HOUR_S + m * 60 + s
}
export const isForward = ({ from, to }: Pick<PeakWindow, 'from' | 'to'>) => secondOf(from) < secondOf(to)

/** What of the spans lies in one, each second once. */
export function within(spans: readonly Span[], { from, to }: Span): Span[] {
  const inside = spans
    .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }))
    .filter((span) => span.from < span.to)
    .toSorted((a, b) => a.from - b.from)
  const merged: Span[] = []
  for (const span of inside) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else merged.push(span)
  }
  return merged
}
const length = (spans: readonly Span[]) => spans.reduce((sum, { from, to }) => sum + to - from, 0)

/** The windows of a day, each where it lies. */
export const windowsOn = ({ windows }: Pick<PeakTimes, 'windows'>, midnight: number, utcOffsetMinutes: number) =>
  windows
    .filter(({ weekMask }) => onWeekday(weekMask, localWeekday(midnight * 1000, utcOffsetMinutes)))
    .map((window) => ({ window, span: { from: midnight + secondOf(window.from), to: midnight + secondOf(window.to) } }))

/** Seconds of each hour of a day that lie within the spans. */
export const hoursOf = (spans: readonly Span[], midnight: number): number[] =>
  Array.from({ length: 24 }, (_, hour) => length(within(spans, { from: midnight + hour * HOUR_S, to: midnight + (hour + 1) * HOUR_S })))

export interface CountedDay {
  onlineS: number
  peakS: number
  peaks: { name: string; from: string; to: string; onlineS: number }[]
  hourS: number[]
  times: number
  firstAt: number
  lastAt: number
  targetOnlineS: number | null
  targetPeakS: number | null
  attended: boolean | null
}

/** How long somebody was on duty in a day; null for a day without any of it. */
export function countDay(sessions: readonly Span[], midnight: number, utcOffsetMinutes: number, times: PeakTimes): CountedDay | null {
  const online = within(sessions, { from: midnight, to: midnight + DAY_S })
  const [first, last] = [online[0], online.at(-1)]
  if (!first || !last) return null
  const windows = windowsOn(times, midnight, utcOffsetMinutes)
  const peak = within(
    windows.map(({ span }) => span),
    { from: midnight, to: midnight + DAY_S },
  )
  const onlineS = length(online)
  const peakS = peak.reduce((sum, span) => sum + length(within(online, span)), 0)
  const { targetOnlineS } = times
  // On a day whose windows are shorter than what is asked, all of them are.
  const targetPeakS = times.targetPeakS === null || peak.length === 0 ? null : Math.min(times.targetPeakS, length(peak))
  return {
    onlineS,
    peakS,
    peaks: windows.map(({ window: { name, from, to }, span }) => ({ name, from, to, onlineS: length(within(online, span)) })),
    hourS: hoursOf(online, midnight),
    times: online.length,
    firstAt: first.from,
    lastAt: last.to,
    targetOnlineS,
    targetPeakS,
    attended: targetOnlineS === null && targetPeakS === null ? null : onlineS >= (targetOnlineS ?? 0) && peakS >= (targetPeakS ?? 0),
  }
}
