import { orderCalls } from '@chauffeur/contract/order'
import { implement } from '#platform/implement'
import { pageJsonOf } from '#platform/page'
import { listOrders } from './order.queries.ts'
import { orderDetail } from './order-detail.service.ts'
import { totalOrders } from './order-total.service.ts'
import { orderRowsJson } from './order.view.ts'

export const orderRoutes = implement(
  'order',
  orderCalls,
)({
  list: async ({ input, db, scope, operator, platform }) => {
    const [rows, counted] = await Promise.all([listOrders(db, scope, input, input), totalOrders(platform.db, db, scope, input)])
    return pageJsonOf(orderRowsJson(rows, operator.authorities), counted, input)
  },
  info: async ({ input, db, operator, platform, request, fail }) =>
    (await orderDetail(db, input.orderId, platform, operator.authorities, request.english)) ?? fail('order.notFound'),
})
