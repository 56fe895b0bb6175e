import { queueCalls, queueStatusText } from '@chauffeur/contract/call-centre/booking-queue'
import { orderAttentionText, orderSourceText } from '@chauffeur/contract/order/model'
import { tenantCities } from '#areas/operations/city'
import { implement } from '#platform/http/implement'
import { channelsInScope } from '#areas/partner/channel'
import { queueList, ownQueueList } from './booking-queue.list.ts'
import { claimBooking, claimNext, closeFailed, releaseBooking } from './booking-queue.service.ts'

const ALL = { key: '', value: '全部' }
const options = (texts: Record<string, string>) => [ALL, ...Object.entries(texts).map(([key, value]) => ({ key, value }))]
const stages = { WAITING: '等待派单', SERVING: '服务中', FAILED: '派单失败', SCHEDULED: '预约未到时' }

export const queueRoutes = implement(
  'callCentre',
  queueCalls,
)({
  orderQueue: queueList.page,
  myOrderQueue: ownQueueList.page,
  queueFilterOptions: async ({ db }) => {
    const [cities, channels] = await Promise.all([tenantCities(db), channelsInScope(db, null)])
    return {
      cities: [ALL, ...cities.map((row) => ({ key: row.city_id, value: row.name }))],
      channels: [ALL, ...channels.map((row) => ({ key: row.channelId, value: row.name }))],
      sources: options(orderSourceText),
      queueStatuses: options(queueStatusText),
      stages: options(stages),
      attentions: options(orderAttentionText),
    }
  },
  claimFromQueue: async ({ input, db, operator, platform, request, fail, audit }) => {
    const viewer = { operator, platform, english: request.english, now: new Date() }
    const claimed = input.bookingId
      ? await claimBooking(db, input.bookingId, viewer, fail)
      : await claimNext(db, input.cityId, viewer, fail)
    audit({ object: 'booking', objectId: claimed.bookingId, after: { claimedBy: operator.realName } })
    return claimed
  },
  releaseToQueue: async ({ input, db, operator, platform, request, fail, audit }) => {
    const released = await releaseBooking(db, input.bookingId, { operator, platform, english: request.english, now: new Date() }, fail)
    audit({ object: 'booking', objectId: input.bookingId, after: { claimedBy: null } })
    return released
  },
  closeInQueue: async ({ input, db, operator, platform, request, fail, audit }) => {
    const closed = await closeFailed(db, input.bookingId, { operator, platform, english: request.english, now: new Date() }, fail)
    audit({ object: 'booking', objectId: input.bookingId, after: closed })
    return { bookingId: input.bookingId, ...closed }
  },
})
