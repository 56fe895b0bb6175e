import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { Database, TenantDb, TenantTx } from '#platform/database/db'
import type { OfferResult } from '../offer/index.ts'

export interface OfferOfBooking {
  order_id: string | null
  driver_id: string
  result: OfferResult | 'CANCELLED'
  expires_at: Date | null
}
/** Every offer of a booking, and the drivers who held one of its orders and cancelled. */
export async function offersOfBooking(tx: TenantDb, bookingId: string): Promise<OfferOfBooking[]> {
  const { rows } = await sql<OfferOfBooking>`
    select order_id, driver_id, result, expires_at from offers where booking_id = ${bookingId}
    union all select null, driver_id, 'CANCELLED', null from orders where booking_id = ${bookingId} and service_status = ${sql.lit(SERVICE_STATUS.driverCancelled)} and driver_id is not null`.execute(
    tx,
  )
  return rows
}

/** Closes open offers of a booking or of one of its orders, of everybody or of one driver, and frees the drivers who had them. */
export async function closeOffers(
  tx: TenantTx,
  of: { bookingId: string } | { orderId: string; driverId?: string },
  result: 'EXPIRED' | 'WITHDRAWN',
  lapsedBy?: Date,
): Promise<void> {
  const whose = 'driverId' in of && of.driverId ? sql`and driver_id = ${of.driverId}` : sql``
  const which = 'bookingId' in of ? sql`booking_id = ${of.bookingId}` : sql`order_id = ${of.orderId} ${whose}`
  await sql`
    with closed as (update offers set result = ${result}, answered_at = clock_timestamp() where ${which} and result = 'SENT' ${lapsedBy ? sql`and expires_at <= ${lapsedBy}` : sql``} returning driver_id)
    update drivers set work_status = 'ONLINE_IDLE', updated_at = now() where driver_id in (select driver_id from closed) and work_status = 'OFFERED'`.execute(
    tx,
  )
}

/**
 * Offers an order to the first `most` of `drivers` who are still free, who become OFFERED by it. A driver whose row somebody holds at this
 * moment is passed by. Empty when none is free.
 */
export async function offerToFree(
  tx: TenantTx,
  offer: { tenantId: string; searchId: string; bookingId: string; orderId: string; round: number; offerS: number },
  drivers: readonly { driverId: string; distanceM: number; etaS: number }[],
  most: number,
): Promise<{ driverId: string; expiresAt: Date }[]> {
  if (!drivers.length || most < 1) return []
  const { rows } = await sql<{ driver_id: string; expires_at: Date }>`
    with free as (
        select d.driver_id, c.distance_m, c.eta_s
        from unnest(${drivers.map((d) => d.driverId)}::bigint[], ${drivers.map((d) => d.distanceM)}::int[], ${drivers.map((d) => d.etaS)}::int[]) with ordinality as c(driver_id, distance_m, eta_s, n)
        join drivers d on d.tenant_id = ${offer.tenantId}::bigint and d.driver_id = c.driver_id
        where d.work_status = 'ONLINE_IDLE' order by c.n limit ${most}::int for update of d skip locked),
      taken as (
        update drivers d set work_status = 'OFFERED', updated_at = now() from free
        where d.tenant_id = ${offer.tenantId}::bigint and d.driver_id = free.driver_id returning d.driver_id, free.distance_m, free.eta_s)
    insert into offers (tenant_id, search_id, booking_id, order_id, round, driver_id, sent_at, expires_at, distance_m, eta_s)
    select ${offer.tenantId}::bigint, ${offer.searchId}::bigint, ${offer.bookingId}::bigint, ${offer.orderId}::bigint, ${offer.round}::int, driver_id,
      clock_timestamp(), clock_timestamp() + make_interval(secs => ${offer.offerS}::int), distance_m, eta_s from taken
    returning driver_id, expires_at`.execute(tx)
  return rows.map((row) => ({ driverId: row.driver_id, expiresAt: row.expires_at }))
}

/** An offer of this driver with its order and driver as they stand, without a lock. */
export const findOffer = (tx: TenantDb, offerId: string, driverId: string) =>
  tx
    .selectFrom('offers as f')
    .innerJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'f.tenant_id').onRef('o.order_id', '=', 'f.order_id'))
    .innerJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'f.tenant_id').onRef('d.driver_id', '=', 'f.driver_id'))
    .select(['f.order_id', 'f.result', 'f.expires_at', 'o.service_status', 'o.driver_id', 'd.work_status', 'd.disabled_reason'])
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('f.offer_id', '=', offerId)
    .where('f.driver_id', '=', driverId)
    .executeTakeFirst()

/** The driver's open offer, without a lock. */
export const findOpenOffer = (tx: TenantDb, driverId: string) =>
  tx.selectFrom('offers').select('offer_id').where('driver_id', '=', driverId).where('result', '=', 'SENT').executeTakeFirst()

/** The offer and its driver, locked in that order; the order and the search are locked before. */
export const lockOffer = (tx: TenantTx, offerId: string) =>
  tx
    .selectFrom('offers as o')
    .innerJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'o.tenant_id').onRef('d.driver_id', '=', 'o.driver_id'))
    .select([
      'o.offer_id',
      'o.result',
      'o.expires_at',
      'o.driver_id',
      'o.search_id',
      'd.work_status',
      'd.disabled_reason',
      'd.org_id',
      'd.name',
    ])
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('o.offer_id', '=', offerId)
    .forUpdate(['o', 'd'])
    .executeTakeFirst()

/** The offer is won: the driver goes to the customer and out of the queue they stood in, every other open offer of the order is withdrawn and its driver free. */
export async function winOffer(tx: TenantTx, won: { offerId: string; orderId: string; driverId: string }): Promise<void> {
  await sql`
    with won as (update offers set result = 'ACCEPTED', answered_at = clock_timestamp() where offer_id = ${won.offerId}),
      lost as (update offers set result = 'WITHDRAWN', answered_at = clock_timestamp() where order_id = ${won.orderId} and offer_id <> ${won.offerId} and result = 'SENT' returning driver_id),
      queue as (update team_queue_entries set left_at = clock_timestamp(), leave_reason = 'ORDER' where driver_id = ${won.driverId} and left_at is null)
    update drivers set work_status = case when driver_id = ${won.driverId} then 'TO_PICKUP' else 'ONLINE_IDLE' end, updated_at = now()
    where driver_id = ${won.driverId} or (driver_id in (select driver_id from lost) and work_status = 'OFFERED')`.execute(tx)
}

export async function rejectOffer(tx: TenantTx, offerId: string, reason: string): Promise<void> {
  await sql`
    with rejected as (update offers set result = 'REJECTED', answered_at = clock_timestamp(), reject_reason = ${reason} where offer_id = ${offerId} returning driver_id)
    update drivers set work_status = 'ONLINE_IDLE', updated_at = now() where driver_id in (select driver_id from rejected) and work_status = 'OFFERED'`.execute(
    tx,
  )
}

/** Open offers of a driver, as the driver's phone shows them. */
export const openOffers = (db: TenantDb, driverId: string) =>
  db
    .selectFrom('offers as f')
    .innerJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'f.tenant_id').onRef('o.order_id', '=', 'f.order_id'))
    .select(['f.offer_id', 'f.order_id', 'f.sent_at', 'f.expires_at', 'f.distance_m', 'f.eta_s'])
    .select([
      'o.order_no',
      'o.pickup_address',
      'o.pickup_lat',
      'o.pickup_lng',
      'o.pickup_pin',
      'o.pickup_note',
      'o.dropoff_address',
      'o.dropoff_lat',
      'o.dropoff_lng',
      'o.dropoff_pin',
      'o.estimate_fen',
    ])
    .where('f.driver_id', '=', driverId)
    .where('f.result', '=', 'SENT')
    .where('f.expires_at', '>', sql<Date>`clock_timestamp()`)
    .execute()
export type OpenOffer = Awaited<ReturnType<typeof openOffers>>[number]

/** Drivers of every tenant who have an open offer: what a process whose drivers wait looks for, since another process may have made it. */
export async function driversWithOffers(db: Database): Promise<{ tenant_id: string; driver_id: string }[]> {
  const { rows } = await db.platform.query<{ tenant_id: string; driver_id: string }>({
    name: 'drivers-with-offers',
    text: `select tenant_id, driver_id from offers where result = 'SENT' and expires_at > clock_timestamp()`,
  })
  return rows
}

export interface Answers {
  offers: number
  accepted: number
  rejected: number
  expired: number
  rejectReasons: { reason: string; count: number }[]
}
/** How a driver answered the offers of the last days; those still open, and those taken back, count as neither. */
export async function answersOf(db: TenantDb, driverId: string, days: number): Promise<Answers> {
  const { rows } = await sql<{ result: string; reason: string; n: number }>`
    select result, reject_reason as reason, count(*)::int as n from offers
    where driver_id = ${driverId}::bigint and sent_at > now() - make_interval(days => ${days}::int) group by 1, 2 order by 3 desc, 2`.execute(
    db,
  )
  const count = (...results: string[]) => rows.reduce((sum, row) => (results.includes(row.result) ? sum + row.n : sum), 0)
  return {
    offers: count('ACCEPTED', 'REJECTED', 'EXPIRED', 'WITHDRAWN', 'SENT'),
    accepted: count('ACCEPTED'),
    rejected: count('REJECTED'),
    expired: count('EXPIRED'),
    rejectReasons: rows.flatMap(({ result, reason, n }) => (result === 'REJECTED' && reason ? [{ reason, count: n }] : [])),
  }
}
