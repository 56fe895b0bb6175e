import type { QueueRow, QueueStatus } from '@chauffeur/contract/call-centre/booking-queue'
import type { OrderSource, ServiceStatus } from '@chauffeur/contract/order/model'
import { SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import { queueStatusOf } from '#areas/dispatch/search'
import { attentionOf, breached, byUrgency, phoneFor, standingOf, type Timer, timerOf, type Words } from '#areas/order/model'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { emitEvent } from '#platform/database/events'
import { type Fail, type Platform, refuse, whenRefused } from '#platform/http/implement'
import { pageCut, pageOf } from '#platform/list/page'
import type { Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import {
  closeBooking,
  lockBooking,
  type LockedBooking,
  type QueueFacts,
  queueFacts,
  type QueueFilter,
  setClaim,
  standingOrders,
  type StandingRow,
} from './booking-queue.queries.ts'
import { byGravity, claimHolds } from './booking-queue.rules.ts'

export interface Viewer {
  operator: OperatorSession
  platform: Platform
  english: boolean
  now: Date
}
type Attention = ReturnType<typeof attentionOf>[number]
interface Judged<R extends QueueFacts> {
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

interface Group<R extends QueueFacts> {
  main: Judged<R>
  all: Judged<R>[]
}
/** Bookings with their orders, the order that needs an eye soonest leading; the most urgent booking first. */
function grouped<R extends QueueFacts>(rows: readonly R[], viewer: Pick<Viewer, 'platform' | 'now'>): Group<R>[] {
  const judged = rows.map((row): Judged<R> => {
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

export interface BookingInNeed {
  orderId: string
  kind: Attention['kind']
  since: Date
}
/** Of every booking that needs somebody the order that needs them most, the gravest first: the queue counts these bookings, and the home lists them. */
export async function bookingsInNeed(
  db: TenantDb,
  scope: Scope,
  filter: QueueFilter,
  viewer: Pick<Viewer, 'platform' | 'now'>,
): Promise<BookingInNeed[]> {
  const needs = ({ row, attention }: Judged<QueueFacts>) =>
    attention.map(({ kind }): BookingInNeed => ({ orderId: row.order_id, kind, since: row.status_since }))
  return grouped(await queueFacts(db, scope, filter), viewer)
    .flatMap(({ all }) => all.flatMap(needs).toSorted(byGravity).slice(0, 1))
    .toSorted(byGravity)
}
const inNeed = ({ all }: Group<QueueFacts>) => all.some(({ attention }) => attention.length > 0)

const heldBy = (row: QueueFacts, userId: string) => (row.claimed_by ?? row.agent_id) === userId
/** Free to be claimed by this operator. */
const claimable = (row: QueueFacts, userId: string, now: Date) =>
  row.claimed_by === null ? true : row.claimed_by !== userId && !claimHolds(row.claimed_at, now)

function rowView({ main, all }: Group<StandingRow>, { operator, english, now }: Viewer): QueueRow {
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

type Stage = 'WAITING' | 'SCHEDULED' | 'SERVING' | 'FAILED'
const stageOf = (status: number): Stage =>
  status === S.dispatchFailed
    ? 'FAILED'
    : status === S.created
      ? 'SCHEDULED'
      : status === S.dispatchStart || status === S.dispatching
        ? 'WAITING'
        : 'SERVING'

export interface QueueQuery extends QueueFilter {
  queueStatus?: QueueStatus | undefined
  stage?: Stage | undefined
  attention?: QueueRow['attention'][number]['kind'] | 'ANY' | undefined
  unclaimed?: boolean | undefined
  pageNo: number
  pageSize: number
}

/** The queue as a page; only the page is read with its names and put into words. */
export async function queuePage(db: TenantDb, query: QueueQuery, viewer: Viewer) {
  const groups = grouped(await queueFacts(db, viewer.operator.scope, query), viewer).filter(
    ({ main, all }) =>
      (!query.queueStatus || queueStatusOf(all.map(({ row }) => row.service_status)) === query.queueStatus) &&
      (!query.stage || all.some(({ row }) => stageOf(row.service_status) === query.stage)) &&
      (!query.attention ||
        all.some(({ attention }) => attention.some(({ kind }) => query.attention === 'ANY' || kind === query.attention))) &&
      (!query.unclaimed || claimable(main.row, '', viewer.now)),
  )
  const page = await rowsOf(
    db,
    pageCut(groups, query).map(({ main }) => main.row.booking_id),
    viewer,
  )
  return {
    ...pageOf(page, groups.length, query),
    at: viewer.now.toISOString(),
    counts: {
      attention: groups.filter(inNeed).length,
      unclaimed: groups.filter(({ main }) => main.row.claimed_by === null).length,
      breached: groups.filter(({ all }) => all.some(({ timer }) => timer && breached(timer, viewer.now))).length,
    },
  }
}

/** The bookings as they are shown, in the order given; without those that ended a moment ago. */
async function rowsOf(db: TenantDb, bookingIds: readonly string[], viewer: Viewer): Promise<QueueRow[]> {
  if (bookingIds.length === 0) return []
  const groups = new Map(grouped(await standingOrders(db, { bookingIds }), viewer).map((group) => [group.main.row.booking_id, group]))
  return bookingIds.flatMap((bookingId) => {
    const group = groups.get(bookingId)
    return group ? [rowView(group, viewer)] : []
  })
}
const rowOf = async (tx: TenantTx, bookingId: string, viewer: Viewer): Promise<QueueRow | null> =>
  (await rowsOf(tx, [bookingId], viewer))[0] ?? null

/** Claims a booking; of two operators at once the row lock lets one through, and the other hears who it was. */
export async function claimBooking(
  tx: TenantTx,
  bookingId: string,
  viewer: Viewer,
  fail: Fail<'queue.notFound' | 'queue.taken' | 'queue.closed'>,
): Promise<QueueRow> {
  const booking = (await lockBooking(tx, bookingId)) ?? fail('queue.notFound')
  const { operator, now } = viewer
  if (booking.claimed_by !== operator.userId) {
    if (claimHolds(booking.claimed_at, now)) return taken(booking, fail)
    const before = (await rowOf(tx, bookingId, viewer)) ?? fail('queue.closed')
    await setClaim(tx, booking, operator)
    await tellOfClaim(tx, booking, before, 'claim')
  }
  return (await rowOf(tx, bookingId, viewer)) ?? fail('queue.closed')
}
const taken = (booking: LockedBooking, fail: Fail<'queue.taken'>): never =>
  fail('queue.taken', { by: booking.claimed_name, at: booking.claimed_at?.toISOString() ?? null })

/** The most urgent booking that nobody has; another operator who is at one at this moment leaves the next one. */
export async function claimNext(tx: TenantTx, cityId: string | undefined, viewer: Viewer, fail: Fail<'queue.empty'>): Promise<QueueRow> {
  const { operator, now } = viewer
  for (const { main } of grouped(await queueFacts(tx, operator.scope, { cityId }), viewer)) {
    const { row } = main
    if (row.service_status === S.created || heldBy(row, operator.userId) || !claimable(row, operator.userId, now)) continue
    const claimed = await claimBooking(tx, row.booking_id, viewer, refuse).catch(whenRefused(() => null))
    if (claimed) return claimed
  }
  return fail('queue.empty')
}

export async function releaseBooking(
  tx: TenantTx,
  bookingId: string,
  viewer: Viewer,
  fail: Fail<'queue.notFound' | 'queue.taken'>,
): Promise<QueueRow> {
  const booking = (await lockBooking(tx, bookingId)) ?? fail('queue.notFound')
  if (booking.claimed_by !== null && booking.claimed_by !== viewer.operator.userId) return taken(booking, fail)
  if (booking.claimed_by !== null) await setClaim(tx, booking, null)
  const row = (await rowOf(tx, bookingId, viewer)) ?? fail('queue.notFound')
  await tellOfClaim(tx, booking, row, 'release')
  return row
}

/** Takes a booking off the queue whose search failed and whom nobody searches for any more. */
export async function closeFailed(
  tx: TenantTx,
  bookingId: string,
  viewer: Viewer,
  fail: Fail<'queue.notFound' | 'queue.taken' | 'queue.notFailed'>,
): Promise<{ queueStatus: 'CLOSED' }> {
  const booking = (await lockBooking(tx, bookingId)) ?? fail('queue.notFound')
  const { operator, now } = viewer
  if (booking.claimed_by !== operator.userId && claimHolds(booking.claimed_at, now))
    return fail('queue.taken', { by: booking.claimed_name })
  if (booking.queue_status === 'CLOSED') return { queueStatus: 'CLOSED' }
  if (booking.queue_status !== 'FAILED') return fail('queue.notFailed', { queueStatus: booking.queue_status })
  const row = await rowOf(tx, bookingId, viewer)
  await closeBooking(tx, booking, operator.userId)
  if (row) await tellOfClaim(tx, booking, row, 'close')
  return { queueStatus: 'CLOSED' }
}

/** Lists of orders and queues look again: nothing of the order itself changed. */
const tellOfClaim = (tx: TenantTx, booking: LockedBooking, row: QueueRow, event: string) =>
  emitEvent(tx, {
    tenantId: booking.tenant_id,
    topic: 'orders',
    cityId: booking.city_id,
    orgId: booking.org_id,
    channelId: booking.channel_id,
    payload: {
      orderId: row.orderId,
      orderNo: row.orders[0]!.orderNo,
      bookingId: booking.booking_id,
      cityId: booking.city_id,
      serviceStatus: row.serviceStatus,
      event,
      version: booking.version + 1,
      at: new Date().toISOString(),
    },
  })
