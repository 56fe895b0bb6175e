import { orderCalls } from '@chauffeur/contract/order'
import { implement } from '#platform/implement'
import { pageOf } from '#platform/page'
import { countOrders, listOrders } from './order.queries.ts'
import { orderDetail } from './order-detail.service.ts'
import { orderRowView } from './order.view.ts'

export const orderRoutes = implement(
  'order',
  orderCalls,
)({
  list: async ({ input, db, operator }) => {
    const [rows, counted] = await Promise.all([listOrders(db, input, input), countOrders(db, input)])
    return pageOf(
      rows.map((row) => orderRowView(row, operator.authorities)),
      counted,
      input,
    )
  },
  info: async ({ input, db, operator, platform, fail }) =>
    (await orderDetail(db, input.orderId, platform, operator.authorities)) ?? fail('order.notFound'),
})
