import { prepayCalls } from '@chauffeur/contract/finance/prepayment'
import { implement } from '#platform/http/implement'
import { prepaymentList } from './prepay.list.ts'
import { payBack, recordPrepayment, waivePrepayment } from './prepay.service.ts'

export const prepayRoutes = implement(
  'prepayment',
  prepayCalls,
)({
  record: async ({ input, db, operator, platform, request, fail, audit }) => {
    const { way, amountFen, reference } = input
    const order = await recordPrepayment(db, input, { operator, platform, requestId: request.id }, fail)
    audit({ object: 'order', objectId: input.orderId, after: { serviceStatus: order.service_status, way, amountFen, reference } })
    platform.wakeDispatch(order.city_id)
    return { serviceStatus: order.service_status, version: order.version }
  },
  waive: async ({ input, db, operator, platform, request, fail, audit }) => {
    const order = await waivePrepayment(db, input, { operator, platform, requestId: request.id }, fail)
    const after = { serviceStatus: order.service_status, prepayFen: order.prepay_fen, waived: true, reason: input.reason }
    audit({ object: 'order', objectId: input.orderId, after })
    platform.wakeDispatch(order.city_id)
    return { serviceStatus: order.service_status, version: order.version }
  },
  list: prepaymentList.page,
  payBack: async ({ input, db, operator, platform, request, fail, audit }) => {
    const { before, after } = await payBack(db, input, { operator, platform, requestId: request.id }, fail)
    const { state, returnedFen, returnWay, returnReference } = after
    audit({
      object: 'order',
      objectId: after.orderId,
      before: { state: before.state },
      after: { state, returnedFen, returnWay, returnReference },
    })
    return after
  },
})
