import type { PartnerOrder, partnerCalls } from '@chauffeur/contract/partner/api'
import type { OutputOf } from '@chauffeur/contract/kernel/call'
import { bookingOfPartner, ordersOfBooking } from '#areas/order/booking'
import { filedBill } from '#areas/order/list'
import type { TenantDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { partnerOrderView } from './order.view.ts'

/** How the orders of a number stand; null where the channel has none. */
export async function orderOf(db: TenantDb, channelId: string, partnerBookingId: string, platform: Platform): Promise<PartnerOrder | null> {
  const booking = await bookingOfPartner(db, channelId, partnerBookingId)
  return booking ? partnerOrderView(partnerBookingId, booking, await ordersOfBooking(db, booking.booking_id), platform) : null
}

export async function billsOf(
  db: TenantDb,
  channelId: string,
  partnerBookingId: string,
): Promise<OutputOf<typeof partnerCalls.bill> | null> {
  const booking = await bookingOfPartner(db, channelId, partnerBookingId)
  if (!booking) return null
  const orders = await ordersOfBooking(db, booking.booking_id)
  return {
    partnerBookingId,
    bookingId: booking.booking_id,
    orders: await Promise.all(
      orders.map(async (order) => ({
        orderId: order.order_id,
        orderNo: order.order_no,
        serviceStatus: order.service_status,
        payStatus: order.pay_status,
        cancelFeeFen: order.cancel_fee_fen,
        bill: await filedBill(db, order),
      })),
    ),
  }
}
