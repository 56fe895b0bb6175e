import { MARKETING_QUIET, type MessageLimits } from '@chauffeur/contract/message/limits'
import { inWindow, localMinute, minuteOf } from '#platform/values/local-clock'

const DAY_MINUTES = 1_440

/** Seconds until the quiet hours of a city end; null where it is not quiet. */
export function quietForS(
  { quietFrom, quietTo }: Pick<MessageLimits, 'quietFrom' | 'quietTo'>,
  at: Date,
  utcOffsetMinutes: number,
): number | null {
  if (quietFrom === null || quietTo === null) return null
  const [from, to, now] = [minuteOf(quietFrom), minuteOf(quietTo), localMinute(at.getTime(), utcOffsetMinutes)]
  return inWindow(from, to, now) ? ((to - now + DAY_MINUTES) % DAY_MINUTES) * 60 - at.getUTCSeconds() : null
}

/** The same for what nobody asked for. */
export const marketingQuietForS = (
  limits: Pick<MessageLimits, 'quietFrom' | 'quietTo'>,
  at: Date,
  utcOffsetMinutes: number,
): number | null => quietForS(limits.quietFrom === null ? MARKETING_QUIET : limits, at, utcOffsetMinutes)

/** Seconds until that begins; null where it holds. */
export function marketingOpenForS(limits: Pick<MessageLimits, 'quietFrom' | 'quietTo'>, at: Date, utcOffsetMinutes: number): number | null {
  const { quietFrom, quietTo } = limits.quietFrom === null ? MARKETING_QUIET : limits
  return quietForS({ quietFrom: quietTo, quietTo: quietFrom }, at, utcOffsetMinutes)
}

/** When the day of a city began, and how long it lasts yet. */
export function dayAt(at: Date, utcOffsetMinutes: number): { began: Date; forS: number } {
  const pastS = localMinute(at.getTime(), utcOffsetMinutes) * 60 + at.getUTCSeconds()
  return { began: new Date(at.getTime() - pastS * 1000 - at.getUTCMilliseconds()), forS: DAY_MINUTES * 60 - pastS }
}

export type HoursFault = 'BOTH' | 'SAME'
/** What is wrong with quiet hours: one end alone says nothing, and from noon to noon nobody would ever be reminded. */
export const hoursFault = (from: string | null, to: string | null): HoursFault | null =>
  (from === null) !== (to === null) ? 'BOTH' : from !== null && from === to ? 'SAME' : null
