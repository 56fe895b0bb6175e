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

/** What is wrong in figures, as an operator would say it. */
export function attentionDetail(kind: AttentionKind, order: { inStatusS: number; fixAgeS: number | null }): { zh: string; en: string } {
  const since = minutes(order.inStatusS)
  switch (kind) {
    case 'SEARCH_LONG':
      return { zh: `已派单 ${since.zh}`, en: `Searching for ${since.en}` }
    case 'DISPATCH_FAILED':
      return { zh: `${since.zh}前派单失败`, en: `The search failed ${since.en} ago` }
    case 'DRIVER_SILENT_ON_ORDER': {
      if (order.fixAgeS === null) return { zh: '没有司机的位置', en: 'The driver’s place is not known' }
      const silent = minutes(order.fixAgeS)
      return { zh: `司机已 ${silent.zh}没有上报位置`, en: `No position of the driver for ${silent.en}` }
    }
    case 'ARRIVAL_LATE':
      return { zh: `接单 ${since.zh}仍未到达`, en: `Not there ${since.en} after accepting` }
    case 'UNPAID_LONG':
      return { zh: `账单已出 ${since.zh}，尚未支付`, en: `Billed ${since.en} ago and not paid` }
  }
}

function minutes(s: number): { zh: string; en: string } {
  if (s < 60) return { zh: `${Math.floor(s)} 秒`, en: `${Math.floor(s)} s` }
  const whole = Math.floor(s / 60)
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  return hours > 0 ? { zh: `${hours} 小时 ${rest} 分`, en: `${hours} h ${rest} min` } : { zh: `${whole} 分钟`, en: `${whole} min` }
}
