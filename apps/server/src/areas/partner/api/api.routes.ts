import { CHANNEL_STATE } from '@chauffeur/contract/partner/channel'
import { partnerCalls } from '@chauffeur/contract/partner/api'
import type { ServiceType } from '@chauffeur/contract/order/model'
import { implement } from '#platform/http/implement'
import { quoteTrip } from '#areas/order/booking'
import { findChannel, ordersToday } from '../channel/index.ts'
import { cancelForPartner } from './cancel.service.ts'
import { billsOf, orderOf } from './order.service.ts'
import { ownRightOnly } from './own-right.service.ts'
import { placeForPartner } from './place.service.ts'

export const partnerApiRoutes = implement(
  'partner',
  partnerCalls,
)({
  channel: async ({ db, partner }) => {
    const [channel, today] = await Promise.all([findChannel(db, partner.channelId), ordersToday(db, partner.channelId)])
    if (!channel) throw new Error(`The key ${partner.sessionId} is of a channel that its scope does not show`)
    return {
      channelId: channel.channel_id,
      name: channel.name,
      code: channel.code,
      enabled: channel.state === CHANNEL_STATE.on,
      cityIds: channel.city_ids,
      serviceTypes: channel.service_types as ServiceType[],
      callsPerMinute: channel.calls_per_minute,
      ordersPerDay: channel.orders_per_day,
      ordersToday: today,
      serverTime: new Date().toISOString(),
    }
  },
  quote: async ({ input, db, forCaller, partner, platform, request, fail }) => {
    if (input.phone) await forCaller(input.phone)
    await ownRightOnly(db, partner.channelId, input.rightGrantId, fail)
    return quoteTrip(db, input, partner, { platform, english: request.english, now: new Date(), fail })
  },
  place: async ({ input, db, forCaller, partner, platform, request, fail, audit }) => {
    await forCaller(input.phone)
    const { english, id: requestId } = request
    const { order, placed } = await placeForPartner(db, input, { partner, platform, requestId, english, fail })
    if (placed) {
      audit({
        object: 'booking',
        objectId: order.bookingId,
        after: { partnerBookingId: order.partnerBookingId, bookingNo: order.bookingNo },
      })
      platform.wakeDispatch(order.cityId)
    }
    return order
  },
  order: async ({ input, db, partner, platform, fail }) =>
    (await orderOf(db, partner.channelId, input.partnerBookingId, platform)) ?? fail('partner.noOrder'),
  cancel: async ({ input, db, partner, platform, request, fail, audit }) => {
    const done = await cancelForPartner(db, input, { partner, platform, requestId: request.id, fail })
    if (done.cancelled) audit({ object: 'order', objectId: done.orderId, after: done })
    return done
  },
  bill: async ({ input, db, partner, fail }) => (await billsOf(db, partner.channelId, input.partnerBookingId)) ?? fail('partner.noOrder'),
})
