import type { PartnerOrder } from '@chauffeur/contract/partner/api'
import { SERVICE_STATUS as S, type ServiceType } from '@chauffeur/contract/order/model'
import type { PartnerBooking } from '#areas/order/booking'
import { awaitsPrepayment, driverOf, endReasonOf, type OrderRowDb, placesView, prepayWaitOf } from '#areas/order/model'
import { numberBetween } from '#areas/order/privacy-number'
import type { Platform } from '#platform/http/implement'
import { wholeTenant } from '#platform/database/scope'

/** While a driver is on the way to the partner's customer or with them; afterwards they are nobody's to ring. */
const WITH_DRIVER: readonly number[] = [S.accepted, S.arrived, S.driving, S.tripEnded]

/** Drivers are of no channel: who drives an order of one is told with the order alone. */
async function driverView(order: OrderRowDb, { db }: Platform): Promise<PartnerOrder['orders'][number]['driver']> {
  if (!order.driver_id || !WITH_DRIVER.includes(order.service_status)) return null
  const business = db.reader(wholeTenant(order.tenant_id))
  const [driver, between] = await Promise.all([driverOf(business, order.driver_id), numberBetween(business, order)])
  return driver ? { driverNo: driver.driver_no, name: driver.name, phone: between ? between.number : driver.phone } : null
}

export const partnerOrderView = async (
  partnerBookingId: string,
  booking: PartnerBooking,
  orders: readonly OrderRowDb[],
  platform: Platform,
): Promise<PartnerOrder> => ({
  partnerBookingId,
  bookingId: booking.booking_id,
  bookingNo: booking.booking_no,
  cityId: booking.city_id,
  createdAt: booking.created_at.toISOString(),
  orders: await Promise.all(
    orders.map(async (order) => ({
      orderId: order.order_id,
      orderNo: order.order_no,
      serviceType: order.service_type as ServiceType,
      serviceStatus: order.service_status,
      payStatus: order.pay_status,
      statusSince: order.status_since.toISOString(),
      ...placesView(order),
      bookTime: order.book_time?.toISOString() ?? null,
      driver: await driverView(order, platform),
      estimateFen: order.estimate_fen,
      totalFen: order.total_fen,
      cancelFeeFen: order.cancel_fee_fen,
      prepayDueFen: awaitsPrepayment(order) ? order.prepay_fen : null,
      prepayUntil: prepayWaitOf(order),
      endReason: endReasonOf(order),
      seq: order.version,
    })),
  ),
})
