import type { driverOffer, driverOrder } from '@chauffeur/contract/driver/app'
import type * as z from 'zod'
import type { OrderRowDb } from '#areas/order/model'
import type { OpenOffer } from '../search/index.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null
interface Ends {
  pickup_address: string
  pickup_lat: number
  pickup_lng: number
  dropoff_address: string
  dropoff_lat: number | null
  dropoff_lng: number | null
}
const endsOf = (row: Ends) => ({
  pickup: { address: row.pickup_address, lat: row.pickup_lat, lng: row.pickup_lng, datum: 'WGS84' as const },
  dropoff:
    row.dropoff_lat === null || row.dropoff_lng === null
      ? null
      : { address: row.dropoff_address, lat: row.dropoff_lat, lng: row.dropoff_lng, datum: 'WGS84' as const },
})

export const driverOrderView = (order: OrderRowDb): z.input<typeof driverOrder> => ({
  orderId: order.order_id,
  orderNo: order.order_no,
  serviceStatus: order.service_status,
  ...endsOf(order),
  contactPhone: order.contact_phone,
  bookTime: iso(order.book_time),
  acceptedAt: iso(order.accepted_at),
  arrivedAt: iso(order.arrived_at),
  departAt: iso(order.depart_at),
  version: order.version,
})

export const driverOfferView = (offer: OpenOffer): z.input<typeof driverOffer> => ({
  offerId: offer.offer_id,
  orderId: offer.order_id,
  orderNo: offer.order_no,
  sentAt: offer.sent_at.toISOString(),
  expiresAt: offer.expires_at.toISOString(),
  ...endsOf(offer),
  distanceM: offer.distance_m,
  etaS: offer.eta_s,
  estimateFen: offer.estimate_fen,
})
