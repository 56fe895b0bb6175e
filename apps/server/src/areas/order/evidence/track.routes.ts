import { orderTrackCalls } from '@chauffeur/contract/order/track'
import { implement } from '#platform/http/implement'
import { orderTrackOf } from './track.service.ts'

export const orderTrackRoutes = implement(
  'order-track',
  orderTrackCalls,
)({
  get: async ({ input, db, platform, fail }) => (await orderTrackOf(db, input.orderId, platform)) ?? fail('order.notFound'),
})
