import type { QueueTimerKind } from '@chauffeur/contract/call-centre/booking-queue'
import {
  dispatchFilterText,
  SEARCH_LEAD_S,
  SERVICE_STATUS as S,
  type DispatchFilter,
  type OrderAttention,
  type ServiceStatus,
} from '@chauffeur/contract/order/model'
import { laterOf } from './order.rules.ts'

export interface Words {
  zh: string
  en: string
}
/** What is known of an order that is not over. */
export interface Standing {
  status: ServiceStatus
  since: Date
  /** Without a place on the map nobody is looked for. */
  pickupKnown: boolean
  bookTime: Date | null
  /** When the search for its driver began and gives up. */
  dispatchAt: Date | null
  searchEndsAt: Date | null
  round: number
  radiusM: number
  candidates: number
  filteredOut: Partial<Record<DispatchFilter, number>>
  acceptedAt: Date | null
  /** The accepted offer: when the driver said to be there, and how far away they were. */
  promisedAt: Date | null
  offerAwayM: number | null
  arrivedAt: Date | null
  departAt: Date | null
  endedAt: Date | null
  estimateDurationS: number | null
  /** Since the driver's last fix; null for a driver without a known place. */
  fixAgeS: number | null
  /** From the driver to where they are heading, straight. */
  awayM: number | null
  /** A bill its driver has not filed is filed for them so long after the trip. */
  autoFileAfterS: number
}

// Timers of domain 1.3, seconds.
const LATE_S = 300
const ON_THE_WAY_S = 1_200
const FREE_WAIT_S = 600
const TRIP_FACTOR = 1.5
const TRIP_S = 3_600
const SEARCH_LONG_S = 60
const NO_CANDIDATES_S = 30
const NOT_MOVING_S = 120
const NOT_MOVED_M = 100
const SILENT_S = 120
const BILL_LATE_S = 600

export interface Timer {
  kind: QueueTimerKind
  dueAt: Date
}
const after = (at: Date | null, s: number): Date | null => (at ? new Date(at.getTime() + s * 1000) : null)

/** What an order breaches next, and when; null where nothing runs. */
export function timerOf(order: Standing): Timer | null {
  const timer = (kind: QueueTimerKind, dueAt: Date | null): Timer | null => dueAt && { kind, dueAt }
  switch (order.status) {
    case S.created:
      return timer('searchOpens', after(order.bookTime, -SEARCH_LEAD_S))
    case S.dispatchStart:
    case S.dispatching:
      return order.pickupKnown ? timer('searchEnds', order.searchEndsAt) : timer('pointMissing', order.since)
    case S.accepted:
      return timer('driverLate', order.promisedAt ? after(order.promisedAt, LATE_S) : after(order.acceptedAt, ON_THE_WAY_S))
    case S.arrived:
      return timer('freeWaitEnds', after(laterOf(order.arrivedAt, order.bookTime), FREE_WAIT_S))
    case S.driving:
      // A trip without a destination was estimated at nothing.
      return timer('tripLong', after(order.departAt, (order.estimateDurationS || TRIP_S) * TRIP_FACTOR))
    case S.tripEnded:
      return timer('autoFile', after(order.endedAt, order.autoFileAfterS))
    case S.dispatchFailed:
      return timer('failed', order.since)
    default:
      return null
  }
}

/** Whether the moment has passed; a search that opens late breaches nothing. */
export const breached = (timer: Timer, now: Date): boolean => timer.kind !== 'searchOpens' && timer.dueAt <= now

interface Attention {
  kind: OrderAttention
  detail: Words
}
const sinceS = (at: Date | null, now: Date): number | null => (at ? Math.floor((now.getTime() - at.getTime()) / 1000) : null)

/** Why an order needs an eye now, with the figures an operator asks for first; the gravest reason first. */
export function attentionOf(order: Standing, now: Date): Attention[] {
  switch (order.status) {
    case S.dispatchFailed:
      return [failedSearch(order)]
    case S.dispatchStart:
    case S.dispatching:
      return order.pickupKnown ? longSearch(order, now) : [noPickupPoint]
    case S.accepted:
      return [...silentDriver(order), ...lateDriver(order, now)]
    case S.arrived:
      return [...silentDriver(order), ...longWait(order, now)]
    case S.driving:
      return silentDriver(order)
    case S.tripEnded:
      return lateBill(order, now)
    default:
      return []
  }
}

const noPickupPoint: Attention = {
  kind: 'NO_PICKUP_POINT',
  detail: {
    zh: '只有文字地址，系统不会派单：请在地图上标出上车点，或人工指派司机',
    en: 'Only words for an address: set the pick-up on the map, or assign a driver by hand',
  },
}

const searched = ({ round, radiusM }: Standing): Words => ({
  zh: `第 ${round} 轮（半径 ${km(radiusM)}）`,
  en: `round ${round}, ${km(radiusM)} around`,
})

function failedSearch(order: Standing): Attention {
  const [by, why] = [searched(order), whyNobody(order)]
  return { kind: 'DISPATCH_FAILED', detail: { zh: `搜到${by.zh}仍无人接单${why.zh}`, en: `Nobody took it by ${by.en}${why.en}` } }
}

function longSearch(order: Standing, now: Date): Attention[] {
  const found: Attention[] = []
  const searchingS = sinceS(order.dispatchAt ?? order.since, now)!
  // The first rounds look close by on purpose.
  if (order.round > 0 && order.candidates === 0 && searchingS >= NO_CANDIDATES_S) {
    const why = whyNobody(order)
    found.push({
      kind: 'NO_CANDIDATES',
      detail: { zh: `${km(order.radiusM)} 内没有可派司机${why.zh}`, en: `No driver to ask within ${km(order.radiusM)}${why.en}` },
    })
  }
  if (searchingS >= SEARCH_LONG_S) {
    const [time, by] = [span(searchingS), searched(order)]
    found.push({ kind: 'SEARCH_LONG', detail: { zh: `已派单 ${time.zh}，${by.zh}`, en: `Searching for ${time.en}, ${by.en}` } })
  }
  return found
}

function silentDriver({ fixAgeS }: Standing): Attention[] {
  if (fixAgeS === null) return [{ kind: 'DRIVER_SILENT', detail: { zh: '没有司机的位置', en: "The driver's place is not known" } }]
  if (fixAgeS <= SILENT_S) return []
  const time = span(fixAgeS)
  return [{ kind: 'DRIVER_SILENT', detail: { zh: `司机已 ${time.zh}没有上报位置`, en: `No position of the driver for ${time.en}` } }]
}

function lateDriver({ promisedAt, acceptedAt, offerAwayM, awayM }: Standing, now: Date): Attention[] {
  const found: Attention[] = []
  const away = awayM === null ? { zh: '', en: '' } : { zh: `，距上车点 ${km(awayM)}`, en: `, ${km(awayM)} from the pick-up` }
  const lateS = sinceS(promisedAt, now)
  if (lateS !== null && lateS > LATE_S)
    found.push({
      kind: 'ARRIVAL_LATE',
      detail: { zh: `比预计晚 ${span(lateS).zh}${away.zh}`, en: `${span(lateS).en} later than promised${away.en}` },
    })
  const drivingS = sinceS(acceptedAt, now)
  const movedM = offerAwayM !== null && awayM !== null ? offerAwayM - awayM : null
  if (drivingS !== null && drivingS > NOT_MOVING_S && movedM !== null && movedM < NOT_MOVED_M && awayM! > NOT_MOVED_M)
    found.push({
      kind: 'DRIVER_NOT_MOVING',
      detail: { zh: `接单 ${span(drivingS).zh}仍在原处${away.zh}`, en: `Has not moved for ${span(drivingS).en}${away.en}` },
    })
  return found
}

function longWait({ arrivedAt, bookTime }: Standing, now: Date): Attention[] {
  const waitS = sinceS(laterOf(arrivedAt, bookTime), now)
  if (waitS === null || waitS <= FREE_WAIT_S) return []
  const time = span(waitS)
  return [
    {
      kind: 'WAIT_LONG',
      detail: { zh: `司机已等候 ${time.zh}，超出免费等候`, en: `The driver has waited ${time.en}, longer than is free` },
    },
  ]
}

function lateBill({ endedAt }: Standing, now: Date): Attention[] {
  const endedS = sinceS(endedAt, now)
  if (endedS === null || endedS <= BILL_LATE_S) return []
  const time = span(endedS)
  return [{ kind: 'BILL_LATE', detail: { zh: `行程已结束 ${time.zh}，尚未报单`, en: `The trip ended ${time.en} ago and has no bill` } }]
}

const FILTER_EN: Record<DispatchFilter, string> = {
  offline: 'off duty',
  busy: 'busy',
  stale: 'with an old position',
  listenRange: 'outside their listening range',
  qualification: 'not qualified',
  refusedBooking: 'refused it before',
  blacklisted: 'blocked by the customer',
  walletFloor: "below their account's floor",
  team: 'not in the team asked first',
  outOfRadius: 'outside the radius',
}
/** The filter that left out most of the drivers near the customer. */
function whyNobody({ filteredOut }: Standing): Words {
  const [most] = (Object.entries(filteredOut) as [DispatchFilter, number][]).filter(([, n]) => n > 0).toSorted(([, a], [, b]) => b - a)
  return most ? { zh: `，${dispatchFilterText[most[0]]} ${most[1]} 人`, en: `; ${most[1]} ${FILTER_EN[most[0]]}` } : { zh: '', en: '' }
}

const km = (m: number): string => (m < 1000 ? `${m} m` : `${(m / 1000).toFixed(1)} km`)
function span(s: number): Words {
  const [hours, minutes, rest] = [Math.floor(s / 3600), Math.floor((s % 3600) / 60), s % 60]
  if (hours > 0) return { zh: `${hours} 小时 ${minutes} 分`, en: `${hours} h ${minutes} min` }
  return minutes > 0 ? { zh: `${minutes} 分 ${rest} 秒`, en: `${minutes} min ${rest} s` } : { zh: `${rest} 秒`, en: `${rest} s` }
}

/** Earlier in a list: failed searches, then what breaches its timer next, then what has waited longest. */
export function byUrgency(a: Urgent, b: Urgent): number {
  return Number(b.failed) - Number(a.failed) || compareDue(a.dueMs, b.dueMs) || a.sinceMs - b.sinceMs || a.id - b.id
}
const compareDue = (a: number | null, b: number | null) => (a === b ? 0 : (a ?? Number.MAX_VALUE) - (b ?? Number.MAX_VALUE))
interface Urgent {
  failed: boolean
  dueMs: number | null
  sinceMs: number
  id: number
}
