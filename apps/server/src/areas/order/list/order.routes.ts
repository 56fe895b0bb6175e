import { orderCalls } from '@chauffeur/contract/order/list'
import { implement } from '#platform/http/implement'
import { pageJsonOf } from '#platform/list/page'
import { countByState, listOrders, orderRowsJson } from '../model/index.ts'
import { orderList } from './order.list.ts'
import { orderDetail } from './order-detail.service.ts'
import { totalOrders } from './order-total.service.ts'

export const orderListRoutes = implement(
  'order',
  orderCalls,
)({
  list: (asked) =>
    orderList.within(asked, async ({ input, db, scope, operator, platform }) => {
      const [rows, counted] = await Promise.all([listOrders(db, scope, input, input), totalOrders(platform.db, db, scope, input)])
      return pageJsonOf(orderRowsJson(rows, operator.authorities), counted, input)
    }),
  counts: async ({ input, db, scope }) => countByState(db, scope, input),
  info: async ({ input, db, operator, platform, request, fail }) =>
    (await orderDetail(db, input.orderId, platform, operator.authorities, request.english)) ?? fail('order.notFound'),
})
