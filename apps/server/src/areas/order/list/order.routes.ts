import { orderCalls } from '@chauffeur/contract/order/list'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { implement } from '#platform/http/implement'
import { type Growing, withinReach } from '#platform/list/growing'
import { pageJsonOf } from '#platform/list/page'
import { keywordOf } from '../model/index.ts'
import { countByState, listOrders } from '../model/index.ts'
import { orderDetail } from './order-detail.service.ts'
import { totalOrders } from './order-total.service.ts'
import { orderRowsJson } from '../model/index.ts'

/** By city, channel, customer, driver and number there are indexes; newest first. */
const growing: Growing<ParsedInputOf<typeof orderCalls.list>> = {
  period: { from: 'createdAtFrom', to: 'createdAtTo' },
  served: (input) =>
    [input.serviceStatus, input.payStatus, input.source, input.serviceType, input.totalFenFrom, input.totalFenTo].every(
      (filter) => filter === undefined,
    ) &&
    (input.sortBy === undefined || input.sortBy === 'createdAt') &&
    (input.keyword === undefined || keywordOf(input.keyword).kind !== 'part'),
}

export const orderListRoutes = implement(
  'order',
  orderCalls,
)({
  list: (asked) =>
    withinReach(asked, asked.input, growing, async ({ input, db, scope, operator, platform }) => {
      const [rows, counted] = await Promise.all([listOrders(db, scope, input, input), totalOrders(platform.db, db, scope, input)])
      return pageJsonOf(orderRowsJson(rows, operator.authorities), counted, input)
    }),
  counts: async ({ input, db, scope }) => countByState(db, scope, input),
  info: async ({ input, db, operator, platform, request, fail }) =>
    (await orderDetail(db, input.orderId, platform, operator.authorities, request.english)) ?? fail('order.notFound'),
})
