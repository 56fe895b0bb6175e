import { orderActionCalls } from '@chauffeur/contract/order-action'
import type { PayStatus } from '@chauffeur/contract/order-model'
import { phoneFor } from '#areas/order'
import { isUniqueViolation } from '#platform/db'
import { implement } from '#platform/implement'
import { operatorActor } from '#platform/session'
import { cancelOrder } from './cancel-order.service.ts'
import { addRemark, changeContact } from './edit-order.service.ts'
import { forceSubmit, previewForceSubmit } from './force-submit.service.ts'
import { eventList } from './event.list.ts'
import { orderMessages, sendMessage } from './message.service.ts'
import { bookingOfPartner, lockBooking, setPartnerBooking } from './order-action.queries.ts'
import { recordPayment, writeOff } from './payment.service.ts'
import { trackOrders } from './tracking.service.ts'

export const orderActionRoutes = implement(
  'orderAction',
  orderActionCalls,
)({
  status: ({ input, db, scope, operator, platform }) => trackOrders(db, input, { scope, operator, platform, now: new Date() }),
  changeContact: async ({ input, db, operator, request, fail, audit }) => {
    const done = await changeContact(db, input, operator, request.id)
    if ('refusal' in done) return fail(done.refusal, 'detail' in done ? done.detail : undefined)
    audit({ object: 'order', objectId: done.order_id, after: { contactPhone: done.contact_phone } })
    return { contactPhone: phoneFor(operator.authorities, done.contact_phone), version: done.version }
  },
  remark: async ({ input, db, operator, request, fail, audit }) => {
    const done = await addRemark(db, input.orderId, input.remark, operator, request.id)
    if ('refusal' in done) return fail(done.refusal)
    audit({ object: 'order', objectId: done.order_id, after: { remark: input.remark } })
    return { version: done.version }
  },
  judgeCancel: async ({ input, db, operator, platform, request, fail }) => {
    const judged = await cancelOrder(db, input, operator, { platform, requestId: request.id })
    if (!('refusal' in judged)) return { ...judged, quoteId: judged.quoteId!, validUntil: judged.validUntil! }
    return judged.refusal === 'order.notCancellable' ? fail(judged.refusal, judged.detail) : fail('order.notFound')
  },
  cancel: async ({ input, db, operator, platform, request, fail, audit }) => {
    const result = await cancelOrder(db, input, operator, { platform, requestId: request.id })
    if ('refusal' in result) return fail(result.refusal, 'detail' in result ? result.detail : undefined)
    audit({ object: 'order', objectId: input.orderId, after: result })
    return result
  },
  forceSubmitPreview: async ({ input, db, fail }) => {
    const looked = await previewForceSubmit(db, input)
    return 'refusal' in looked ? fail(looked.refusal, 'detail' in looked ? looked.detail : undefined) : looked
  },
  forceSubmit: async ({ input, db, operator, request, fail, audit }) => {
    const done = await forceSubmit(db, input, operator, request.id)
    if ('refusal' in done) return fail(done.refusal, 'detail' in done ? done.detail : undefined)
    audit({ object: 'order', objectId: input.orderId, before: done.before, after: done.after })
    return done
  },
  recordPayment: async ({ input, db, operator, request, fail, audit }) => {
    const done = await recordPayment(db, input, operator, request.id)
    if ('refusal' in done) return fail(done.refusal, 'detail' in done ? done.detail : undefined)
    const { order, before } = done
    const { way, amountFen, reference } = input
    const paidAt = order.paid_at!.toISOString()
    const after = { payStatus: order.pay_status, paidAt, way, amountFen, reference }
    audit({ object: 'order', objectId: order.order_id, before: { payStatus: before }, after })
    return { payStatus: order.pay_status as PayStatus, paidAt, version: order.version }
  },
  writeOff: async ({ input, db, operator, request, fail, audit }) => {
    const done = await writeOff(db, input.orderId, { actor: operatorActor(operator), reason: input.reason, requestId: request.id })
    if ('refusal' in done) return fail(done.refusal, 'detail' in done ? done.detail : undefined)
    const { order, before } = done
    audit({ object: 'order', objectId: order.order_id, before: { payStatus: before }, after: { payStatus: order.pay_status } })
    return { payStatus: order.pay_status as PayStatus, version: order.version }
  },
  log: eventList.page,
  messages: async ({ input, db, platform, operator, fail }) =>
    (await orderMessages(db, input.orderId, platform, operator)) ?? fail('order.notFound'),
  sendMessage: async ({ input, db, platform, operator, request, fail, audit }) => {
    const wanted = { orderId: input.orderId, kind: input.kind, way: input.way ?? 'TEXT', body: input.body ?? '' }
    const sent = await sendMessage(db, wanted, operator, platform, request.id)
    if ('refusal' in sent) return fail(sent.refusal, 'retryAfterS' in sent ? { retryAfterS: sent.retryAfterS } : undefined)
    audit({ object: 'order', objectId: input.orderId, after: { kind: sent.kind, way: sent.way } })
    return sent
  },
  mapBooking: async ({ input, db, fail, audit }) => {
    const booking = await lockBooking(db, input.bookingId)
    if (!booking) return fail('order.bookingNotFound')
    const { channel_id: channelId } = booking
    if (!channelId || (input.channelId !== undefined && input.channelId !== channelId)) return fail('order.bookingOtherChannel')
    const mapped = { bookingId: booking.booking_id, channelId, partnerBookingId: input.partnerBookingId }
    if (booking.partner_booking_id === input.partnerBookingId) return mapped
    const taken = { bookingId: booking.booking_id, partnerBookingId: booking.partner_booking_id ?? input.partnerBookingId }
    if (booking.partner_booking_id !== null) return fail('order.bookingMapped', taken)
    if (await bookingOfPartner(db, channelId, input.partnerBookingId)) return fail('order.bookingMapped', taken)
    try {
      await setPartnerBooking(db, booking.booking_id, input.partnerBookingId)
    } catch (error) {
      // Two of the channel's bookings were given the number in the same moment.
      if (isUniqueViolation(error, 'bookings_partner')) return fail('order.bookingMapped', taken)
      throw error
    }
    audit({ object: 'booking', objectId: booking.booking_id, after: mapped })
    return mapped
  },
})
