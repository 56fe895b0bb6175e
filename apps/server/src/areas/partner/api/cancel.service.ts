import type { partnerCalls } from '@chauffeur/contract/partner/api'
import type { OutputOf, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import { bookingOfPartner, ordersOfBooking } from '#areas/order/booking'
import { cancelOrder } from '#areas/order/cancel'
import type { OrderRowDb } from '#areas/order/model'
import type { TenantTx } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import type { PartnerSession } from '#platform/identity/partner'

type Cancel = typeof partnerCalls.cancel
type Answer = OutputOf<Cancel>
type Cancelling = Fail<Cancel['failures'][number]>
type Judged = Awaited<ReturnType<typeof cancelOrder>>
interface Context {
  partner: PartnerSession
  platform: Platform
  requestId: string
  fail: Cancelling
}

const CANCELLED: readonly number[] = [S.customerCancelled, S.driverCancelled, S.operatorCancelled]

/** What a judgement says about the driver is none of the partner's. */
const told = (orderId: string, { cancelled, serviceStatus, verdict, feeFen, quoteId, validUntil }: Judged): Answer => ({
  orderId,
  cancelled,
  serviceStatus,
  verdict,
  feeFen,
  quoteId,
  validUntil,
})
const asItIs = (order: OrderRowDb): Answer => ({
  orderId: order.order_id,
  cancelled: true,
  serviceStatus: order.service_status,
  verdict: order.cancel_verdict as Answer['verdict'],
  feeFen: order.cancel_fee_fen ?? 0,
  quoteId: null,
  validUntil: null,
})

/** Cancels as the desk does, for the customer, in two steps; an order that is cancelled already is answered with what that cost. */
export async function cancelForPartner(
  tx: TenantTx,
  input: ParsedInputOf<Cancel>,
  { partner, platform, requestId, fail }: Context,
): Promise<Answer> {
  const booking = (await bookingOfPartner(tx, partner.channelId, input.partnerBookingId)) ?? fail('partner.noOrder')
  const orders = await ordersOfBooking(tx, booking.booking_id)
  if (orders.length > 1 && !input.orderId) return fail('partner.whichOrder', { orderIds: orders.map(({ order_id }) => order_id) })
  const order = (input.orderId ? orders.find(({ order_id }) => order_id === input.orderId) : orders[0]) ?? fail('order.notFound')
  if (CANCELLED.includes(order.service_status)) return asItIs(order)
  const { quoteId, reason } = input
  const request = { orderId: order.order_id, byCustomer: true, ...(quoteId && { quoteId }), ...(reason && { reason }) }
  const refused: Cancelling = (failure, detail) => {
    if (failure !== 'order.cancelQuoteStale' || typeof detail !== 'function') return fail(failure, detail)
    return fail(failure, async () => {
      const fresh = (await (detail as () => Promise<Judged | null>)()) ?? null
      return fresh && told(order.order_id, fresh)
    })
  }
  return told(order.order_id, await cancelOrder(tx, request, partner, { platform, requestId, fail: refused }))
}
