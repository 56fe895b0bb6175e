import { CHANNEL_STATE } from '@chauffeur/contract/partner/channel'
import { partnerCalls } from '@chauffeur/contract/partner/api'
import type { ServiceType } from '@chauffeur/contract/order/model'
import { implement } from '#platform/http/implement'
import { findChannel } from '../channel/index.ts'
import { ordersToday } from './quota.queries.ts'

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
})
