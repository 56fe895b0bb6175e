import { orderCancelCalls } from '@chauffeur/contract/order/cancel-rules'
import { implement } from '#platform/http/implement'
import { cancelOrder, judgeCancelling } from './cancel-order.service.ts'

export const orderCancelRoutes = implement(
  'orderAction',
  orderCancelCalls,
)({
  judgeCancel: async ({ input, db, operator, platform, request, fail }) => {
    const judged = await judgeCancelling(db, input, operator, { platform, requestId: request.id, fail })
    return { ...judged, quoteId: judged.quoteId!, validUntil: judged.validUntil! }
  },
  cancel: async ({ input, db, operator, platform, request, fail, audit }) => {
    const result = await cancelOrder(db, input, operator, { platform, requestId: request.id, fail })
    audit({ object: 'order', objectId: input.orderId, after: result })
    return result
  },
})
