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

export type AttentionKind = 'SEARCH_LONG' | 'DISPATCH_FAILED' | 'DRIVER_SILENT_ON_ORDER' | 'ARRIVAL_LATE' | 'UNPAID_LONG'
const ON_THE_WAY_LATE_S = 1200

/** Why an order is on the list, or null when nothing is wrong with it. `fixAgeS` is null for a driver without a known place. */
export function attentionOf(order: {
  serviceStatus: number
  payStatus: number
  inStatusS: number
  fixAgeS: number | null
}): AttentionKind | null {
  if (order.serviceStatus === 102 || order.serviceStatus === 180) return 'SEARCH_LONG'
  if (order.serviceStatus === 506) return 'DISPATCH_FAILED'
  if (order.serviceStatus >= 301 && order.serviceStatus <= 303) {
    if (order.fixAgeS === null || order.fixAgeS > 120) return 'DRIVER_SILENT_ON_ORDER'
    return order.serviceStatus === 301 && order.inStatusS > ON_THE_WAY_LATE_S ? 'ARRIVAL_LATE' : null
  }
  return order.payStatus === 10 ? 'UNPAID_LONG' : null
}
