import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { phoneFor, placesView } from '../model/index.ts'
import { bookingOfPartner, lockPartnerNumber } from '../booking/index.ts'
import { implement } from '#platform/http/implement'
import { addRemark, changeContact, changePlace } from './edit-order.service.ts'
import { orderMessages, sendMessage } from './message.service.ts'
import { lockPartnerBooking, setPartnerBooking } from './partner-booking.queries.ts'

export const orderEditRoutes = implement(
  'orderAction',
  orderEditCalls,
)({
  changeContact: async ({ input, db, operator, request, fail, audit }) => {
    const done = await changeContact(db, input, operator, request.id, fail)
    audit({ object: 'order', objectId: done.order_id, after: { contactPhone: done.contact_phone } })
    return { contactPhone: phoneFor(operator.authorities, done.contact_phone), version: done.version }
  },
  changePlace: async ({ input, db, operator, platform, request, fail, audit }) => {
    const { order, searches } = await changePlace(db, input, operator, request.id, fail)
    const { pickup, dropoff } = placesView(order)
    audit({ object: 'order', objectId: order.order_id, after: input.end === 'PICKUP' ? { pickup } : { dropoff } })
    if (searches) platform.wakeDispatch(order.city_id)
    return { pickup, dropoff, version: order.version }
  },
  remark: async ({ input, db, operator, request, fail, audit }) => {
    const done = await addRemark(db, input.orderId, input.remark, operator, request.id, fail)
    audit({ object: 'order', objectId: done.order_id, after: { remark: input.remark } })
    return { version: done.version }
  },
  messages: async ({ input, db, platform, operator, fail }) =>
    (await orderMessages(db, input.orderId, platform, operator)) ?? fail('order.notFound'),
  sendMessage: async ({ input, db, platform, operator, request, fail, audit }) => {
    const wanted = { orderId: input.orderId, kind: input.kind, way: input.way ?? 'TEXT', body: input.body ?? '' }
    const sent = await sendMessage(db, wanted, operator, platform, request.id, fail)
    audit({ object: 'order', objectId: input.orderId, after: { kind: sent.kind, way: sent.way } })
    return sent
  },
  mapBooking: async ({ input, db, fail, audit }) => {
    const booking = await lockPartnerBooking(db, input.bookingId)
    if (!booking) return fail('order.bookingNotFound')
    const { channel_id: channelId } = booking
    if (!channelId || (input.channelId !== undefined && input.channelId !== channelId)) return fail('order.bookingOtherChannel')
    const mapped = { bookingId: booking.booking_id, channelId, partnerBookingId: input.partnerBookingId }
    if (booking.partner_booking_id === input.partnerBookingId) return mapped
    const taken = { bookingId: booking.booking_id, partnerBookingId: booking.partner_booking_id ?? input.partnerBookingId }
    if (booking.partner_booking_id !== null) return fail('order.bookingMapped', taken)
    // A program of the partner may place an order under the number in the same moment.
    await lockPartnerNumber(db, channelId, input.partnerBookingId)
    if (await bookingOfPartner(db, channelId, input.partnerBookingId)) return fail('order.bookingMapped', taken)
    await setPartnerBooking(db, booking.booking_id, input.partnerBookingId)
    audit({ object: 'booking', objectId: booking.booking_id, after: mapped })
    return mapped
  },
})
