import { orderAttention } from '@chauffeur/contract/order-model'

const DAY_MS = 86_400_000
/** An operating day begins at six in the morning: the trade works past midnight. */
const CUT_OFF_HOUR = 6

/** When the operating day of `now` began, in a city that is `utcOffsetMinutes` ahead of UTC. */
export function operatingDayStart(now: Date, utcOffsetMinutes = 480): Date {
  const shiftMs = utcOffsetMinutes * 60_000 - CUT_OFF_HOUR * 3_600_000
  return new Date(Math.floor((now.getTime() + shiftMs) / DAY_MS) * DAY_MS - shiftMs)
}
export const dayBefore = (at: Date): Date => new Date(at.getTime() - DAY_MS)

/** Every hour from `from` up to `now`, so that an hour without orders is a zero and not a gap. */
export function hoursBetween(from: Date, now: Date): Date[] {
  const hours: Date[] = []
  for (let at = Math.floor(from.getTime() / 3_600_000) * 3_600_000; at <= now.getTime(); at += 3_600_000) hours.push(new Date(at))
  return hours
}

/** Orders that found a driver ÷ those whose search ended either way, in basis points. */
export const successBp = (found: number, failed: number): number | null =>
  found + failed === 0 ? null : Math.round((found * 10_000) / (found + failed))

/** A bill that stays unpaid for so long is asked about. */
const UNPAID_S = 1_800
/** What somebody should ask about although the trip is over; null for a bill that was paid, or is not old. */
export function unpaidLong(order: {
  payStatus: number
  inStatusS: number
}): { kind: 'UNPAID_LONG'; detail: { zh: string; en: string } } | null {
  if (order.payStatus !== 10 || order.inStatusS < UNPAID_S) return null
  const since = minutes(order.inStatusS)
  return { kind: 'UNPAID_LONG', detail: { zh: `账单已出 ${since.zh}，尚未支付`, en: `Billed ${since.en} ago and not paid` } }
}

function minutes(s: number): { zh: string; en: string } {
  const whole = Math.floor(s / 60)
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  return hours > 0 ? { zh: `${hours} 小时 ${rest} 分`, en: `${hours} h ${rest} min` } : { zh: `${whole} 分钟`, en: `${whole} min` }
}

const GRAVITY: readonly string[] = orderAttention.options
/** Failed searches before drivers, customers who wait before bills, the longest first; unpaid bills are one entry at the end. */
export function byGravity<A extends { kind: string; since: string; count: number }>(found: readonly A[]): A[] {
  const oldestFirst = found.toSorted((a, b) => a.since.localeCompare(b.since))
  const [unpaid, urgent] = [
    oldestFirst.filter(({ kind }) => kind === 'UNPAID_LONG'),
    oldestFirst.filter(({ kind }) => kind !== 'UNPAID_LONG'),
  ]
  return [
    ...urgent.toSorted((a, b) => GRAVITY.indexOf(a.kind) - GRAVITY.indexOf(b.kind)),
    ...unpaid.slice(0, 1).map((oldest) => ({ ...oldest, count: unpaid.length })),
  ]
}
