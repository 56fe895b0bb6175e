import type { driverOffer, driverOrder } from '@chauffeur/contract/driver/app'
import type * as z from 'zod'
import { lookIn, shownName } from '#areas/driver/display'
import { type OrderRowDb, placesView } from '#areas/order/model'
import { numberBetween } from '#areas/order/privacy-number'
import { heldFor } from '#areas/finance/prepayment'
import { switchesOf } from '#areas/operations/city'
import type { WholeDb } from '#platform/database/db'
import type { AppClient } from '#platform/identity/driver-apps'
import type { OpenOffer } from '../search/index.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

/** An order as its driver's client sees it, with what its city said when it was placed and says now of names; `settings` sees the whole business. */
export async function driverOrderView(settings: WholeDb, order: OrderRowDb, client: AppClient): Promise<z.input<typeof driverOrder>> {
  const [{ hidePhone, ...takes }, { customerName }, between, heldFen] = await Promise.all([
    switchesOf(settings, order.city_id, ['hidePhone', 'cash', 'tips'], order.created_at),
    lookIn(settings, order.city_id, client),
    numberBetween(settings, order),
    heldFor(settings, order),
  ])
  return {
    orderId: order.order_id,
    orderNo: order.order_no,
    serviceStatus: order.service_status,
    ...placesView(order),
    contactPhone: between ? between.number : hidePhone ? '' : order.contact_phone,
    privacyNumber: between?.number ? { recorded: between.recorded } : null,
    customerName: shownName(order.customer_name, customerName),
    takes,
    prepaidFen: order.prepaid_fen ?? heldFen,
    bookTime: iso(order.book_time),
    acceptedAt: iso(order.accepted_at),
    arrivedAt: iso(order.arrived_at),
    departAt: iso(order.depart_at),
    version: order.version,
  }
}

export const driverOfferView = (offer: OpenOffer): z.input<typeof driverOffer> => ({
  offerId: offer.offer_id,
  orderId: offer.order_id,
  orderNo: offer.order_no,
  sentAt: offer.sent_at.toISOString(),
  expiresAt: offer.expires_at.toISOString(),
  ...placesView(offer),
  distanceM: offer.distance_m,
  etaS: offer.eta_s,
  estimateFen: offer.estimate_fen,
})
