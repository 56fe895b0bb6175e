import { lockOrder, moveOrder, type OrderRowDb } from '#areas/order/model'
import { type Database, isUniqueViolation, type TenantDb, type TenantTx } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import type { OfferSource } from './offer-stream.http.ts'
import { wholeTenant } from '#platform/database/scope'
import { driverActor, type DriverSession } from '#platform/identity/session'
import { driverOfferView } from './driver.view.ts'
import { findOffer, findOpenOffer, lockOffer, openOffers, rejectOffer, winOffer } from '../search/index.ts'
import { judgeAccept, judgeReject, type OfferRefusal, type OfferResult } from './offer.rules.ts'
import { findLiveSearch, lookAgainNow } from '../search/index.ts'
import { settleBooking } from '../search/index.ts'
import { listenForOffers } from './signal.service.ts'

type KnownOffer = NonNullable<Awaited<ReturnType<typeof findOffer>>>

/** Order, search, offer and driver, locked in that order. */
async function lockAll(tx: TenantTx, offerId: string, known: KnownOffer) {
  const order = await lockOrder(tx, known.order_id)
  if (!order) return null
  const search = await findLiveSearch(tx, order.booking_id)
  const offer = await lockOffer(tx, offerId)
  return offer ? { order, search, offer } : null
}

interface Standing {
  result: string
  expires_at: Date
  now: Date
  work_status: string
  disabled_reason: string
}
const verdictOn = (offer: Standing, order: { service_status: number; driver_id: string | null }, driver: DriverSession) =>
  judgeAccept({
    result: offer.result as OfferResult,
    expiresAt: offer.expires_at.getTime(),
    now: offer.now.getTime(),
    driverId: driver.driverId,
    orderStatus: order.service_status,
    orderDriverId: order.driver_id,
    driverStatus: offer.work_status,
    driverDisabled: offer.disabled_reason !== '',
  })

const stateOf = ({ service_status }: { service_status: number }) => ({ serviceStatus: service_status })

/**
 * A driver takes an order. Everything it rests on is locked first, so of any number of drivers who accept in the same moment one has the
 * order and the others a refusal; the same accept again by the winner is answered the same and changes nothing.
 */
export async function acceptOffer(
  tx: TenantTx,
  offerId: string,
  driver: DriverSession,
  requestId: string,
  fail: Fail<OfferRefusal>,
): Promise<OrderRowDb> {
  const known = await findOffer(tx, offerId, driver.driverId)
  if (!known) return fail('driver.offerGone')
  // Lost or lapsed is for good: said without waiting for a lock that others want.
  const early = verdictOn(known, known, driver)
  if (early === 'driver.offerGone' || early === 'driver.offerExpired') return fail(early, stateOf(known))
  const locked = await lockAll(tx, offerId, known)
  if (!locked) return fail('driver.offerGone')
  const { order, offer } = locked
  const verdict = verdictOn(offer, order, driver)
  if (verdict === 'done') return order
  if (verdict !== 'accept') return fail(verdict, stateOf(order))
  try {
    const set = { driver_id: driver.driverId, ...(offer.org_id && { org_id: offer.org_id }) }
    const moved = await moveOrder(tx, order, { event: 'accept', actor: driverActor(driver), set, requestId })
    if (!moved) return fail('driver.offerGone', stateOf(order))
    await winOffer(tx, { offerId, orderId: order.order_id, driverId: driver.driverId })
    await settleBooking(tx, order.booking_id)
    return moved
  } catch (error) {
    // The index on one order per driver is the last guard.
    if (isUniqueViolation(error, 'orders_one_per_driver')) return fail('driver.busy')
    throw error
  }
}

/** A driver declines: never asked for this booking again, and the next one is asked at once. `leaving`: also an offer that has just lapsed. Why it was not possible, or null. */
export async function declineOffer(
  tx: TenantTx,
  offerId: string,
  driver: Pick<DriverSession, 'driverId'>,
  { reason = '', leaving = false }: { reason?: string; leaving?: boolean } = {},
): Promise<'driver.offerGone' | 'driver.offerExpired' | null> {
  const known = await findOffer(tx, offerId, driver.driverId)
  const locked = known && (await lockAll(tx, offerId, known))
  if (!locked) return 'driver.offerGone'
  const { offer, search } = locked
  const now = leaving ? 0 : offer.now.getTime()
  const verdict = judgeReject({ result: offer.result, expiresAt: offer.expires_at.getTime(), now })
  if (verdict === 'done') return null
  if (verdict !== 'reject') return verdict
  await rejectOffer(tx, offerId, reason)
  if (search) await lookAgainNow(tx, search.search_id)
  return null
}

/** Declines whatever the driver is being asked; for going offline. */
export async function declineOpenOffer(tx: TenantTx, driver: Pick<DriverSession, 'driverId'>): Promise<void> {
  const open = await findOpenOffer(tx, driver.driverId)
  if (open) await declineOffer(tx, open.offer_id, driver, { leaving: true })
}

/** The driver's open offers, at the latest after `waitS`; at once when there are some. */
export async function awaitOffers(database: Database, db: TenantDb, driver: DriverSession, waitS: number) {
  const until = performance.now() + waitS * 1000
  // Before the first look, so that an offer made between look and wait is heard of.
  const listening = waitS > 0 ? listenForOffers(database, driver.tenantId, driver.driverId) : null
  try {
    for (;;) {
      const offers = await openOffers(db, driver.driverId)
      const leftMs = until - performance.now()
      if (offers.length || leftMs <= 0 || !(await listening?.woken(leftMs))) return offers
    }
  } finally {
    listening?.stop()
  }
}

/** The same for whoever is told on a stream. */
export const offerSource = ({ db }: Platform): OfferSource => ({
  open: async ({ tenantId, driverId }) => (await openOffers(db.reader(wholeTenant(tenantId)), driverId)).map(driverOfferView),
  listen: ({ tenantId, driverId }) => listenForOffers(db, tenantId, driverId),
})
