import type { QueueRow } from '@chauffeur/contract/call-centre/booking-queue'
import { type OrderAttention, SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { emitEvent } from '#platform/database/events'
import { type Fail, refuse, whenRefused } from '#platform/http/implement'
import type { Scope } from '#platform/database/scope'
import {
  closeBooking,
  lockQueuedBooking,
  type LockedBooking,
  type QueueFacts,
  queueFacts,
  type QueueFilter,
  setClaim,
  standingOrders,
} from './booking-queue.queries.ts'
import { byGravity, claimHolds } from './booking-queue.rules.ts'
import { claimable, grouped, heldBy, type QueuedOrder, rowView, type Viewer } from './booking-queue.view.ts'

export interface BookingInNeed {
  orderId: string
  kind: OrderAttention
  since: Date
}
/** Of every booking that needs somebody the order that needs them most, the gravest first: the queue counts these bookings, and the home lists them. */
export async function bookingsInNeed(
  db: TenantDb,
  scope: Scope,
  filter: QueueFilter,
  viewer: Pick<Viewer, 'platform' | 'now'>,
): Promise<BookingInNeed[]> {
  const needs = ({ row, attention }: QueuedOrder<QueueFacts>) =>
    attention.map(({ kind }): BookingInNeed => ({ orderId: row.order_id, kind, since: row.status_since }))
  return grouped(await queueFacts(db, scope, filter), viewer)
    .flatMap(({ all }) => all.flatMap(needs).toSorted(byGravity).slice(0, 1))
    .toSorted(byGravity)
}
/** The bookings as they are shown, in the order given; without those that ended a moment ago. */
export async function rowsOf(db: TenantDb, bookingIds: readonly string[], viewer: Viewer): Promise<QueueRow[]> {
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
  const booking = (await lockQueuedBooking(tx, bookingId)) ?? fail('queue.notFound')
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
  const booking = (await lockQueuedBooking(tx, bookingId)) ?? fail('queue.notFound')
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
  const booking = (await lockQueuedBooking(tx, bookingId)) ?? fail('queue.notFound')
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
