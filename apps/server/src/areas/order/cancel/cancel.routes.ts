import { orderCancelCalls } from '@chauffeur/contract/order/cancel'
import { implement } from '#platform/http/implement'
import { cancelOrder } from './cancel-order.service.ts'

export const orderCancelRoutes = implement(
  'orderAction',
  orderCancelCalls,
)({
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
})
