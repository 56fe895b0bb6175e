import type { QueueRow } from '@chauffeur/contract/call-centre/booking-queue'
import type { OrderSource, ServiceStatus } from '@chauffeur/contract/order/model'
import { SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import { queueStatusOf } from '#areas/dispatch/search'
import { attentionOf, breached, byUrgency, phoneFor, prepayWaitOf, standingOf, type Timer, timerOf, type Words } from '#areas/order/model'
import type { Platform } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import type { QueueFacts, StandingRow } from './booking-queue.queries.ts'
import { claimHolds } from './booking-queue.rules.ts'

export interface Viewer {
  operator: OperatorSession
  platform: Platform
  english: boolean
  now: Date
}
type Attention = ReturnType<typeof attentionOf>[number]
export interface QueuedOrder<R extends QueueFacts> {
  row: R
  timer: Timer | null
  attention: Attention[]
  urgency: Parameters<typeof byUrgency>[0]
}

export const timerView = (timer: Timer | null, now: Date) =>
  timer && { kind: timer.kind, dueAt: timer.dueAt.toISOString(), breached: breached(timer, now) }
const secondsSince = (at: Date, now: Date) => Math.max(0, Math.floor((now.getTime() - at.getTime()) / 1000))
const urgencyOf = (row: QueueFacts, timer: Timer | null) => ({
  failed: row.service_status === S.dispatchFailed,
  dueMs: timer?.dueAt.getTime() ?? null,
  sinceMs: row.status_since.getTime(),
  id: Number(row.order_id),
})

export interface Group<R extends QueueFacts> {
  main: QueuedOrder<R>
  all: QueuedOrder<R>[]
}
/** Bookings with their orders, the order that needs an eye soonest leading; the most urgent booking first. */
export function grouped<R extends QueueFacts>(rows: readonly R[], viewer: Pick<Viewer, 'platform' | 'now'>): Group<R>[] {
  const judged = rows.map((row): QueuedOrder<R> => {
    const standing = standingOf(row, viewer.platform, viewer.now)
    const timer = timerOf(standing)
    return { row, timer, attention: attentionOf(standing, viewer.now), urgency: urgencyOf(row, timer) }
  })
  return [...Map.groupBy(judged, ({ row }) => row.booking_id).values()]
    .map((orders): Group<R> => {
      const all = orders.toSorted((a, b) => byUrgency(a.urgency, b.urgency))
      return { main: all[0]!, all }
    })
    .toSorted((a, b) => byUrgency(a.main.urgency, b.main.urgency))
}

export const heldBy = (row: QueueFacts, userId: string) => (row.claimed_by ?? row.agent_id) === userId
/** Free to be claimed by this operator. */
export const claimable = (row: QueueFacts, userId: string, now: Date) =>
  row.claimed_by === null ? true : row.claimed_by !== userId && !claimHolds(row.claimed_at, now)

export function rowView({ main, all }: Group<StandingRow>, { operator, english, now }: Viewer): QueueRow {
  const { row } = main
  const say = (words: Words) => words[english ? 'en' : 'zh']
  return {
    bookingId: row.booking_id,
    bookingNo: row.booking_no,
    queueStatus: queueStatusOf(all.map((order) => order.row.service_status)),
    source: row.booking_source as OrderSource,
    cityId: row.city_id,
    cityName: row.city_name,
    channelId: row.channel_id,
    channelName: row.channel_name ?? '',
    customerName: row.customer_name,
    customerPhone: phoneFor(operator.authorities, row.caller_phone),
    pickupAddress: row.pickup_address,
    dropoffAddress: row.dropoff_address,
    remark: row.remark,
    driverCount: row.driver_count,
    bookTime: row.book_time?.toISOString() ?? null,
    createdAt: row.booked_at.toISOString(),
    agentName: row.agent_name,
    claimedBy:
      row.claimed_by !== null && row.claimed_at !== null
        ? { userId: row.claimed_by, name: row.claimed_name, at: row.claimed_at.toISOString() }
        : null,
    mine: heldBy(row, operator.userId),
    orderId: row.order_id,
    serviceStatus: row.service_status as ServiceStatus,
    prepayUntil: prepayWaitOf(row),
    statusSince: row.status_since.toISOString(),
    inStatusS: secondsSince(row.status_since, now),
    timer: timerView(main.timer, now),
    attention: all.flatMap((order) =>
      order.attention.map(({ kind, detail }) => ({ kind, orderId: order.row.order_id, detail: say(detail) })),
    ),
    orders: all.map((order) => ({
      orderId: order.row.order_id,
      orderNo: order.row.order_no,
      serviceStatus: order.row.service_status as ServiceStatus,
      statusSince: order.row.status_since.toISOString(),
      driverName: order.row.driver_name ?? '',
      driverNo: order.row.driver_no ?? '',
      timer: timerView(order.timer, now),
    })),
    canClaim: operator.authorities.has('callCentre.claim') && claimable(row, operator.userId, now),
    version: row.booking_version,
  }
}
