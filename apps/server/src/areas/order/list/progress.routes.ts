import { orderProgressCalls } from '@chauffeur/contract/order/progress'
import { implement } from '#platform/http/implement'
import { eventList } from './event.list.ts'
import { trackOrders } from './tracking.service.ts'

export const orderProgressRoutes = implement(
  'orderAction',
  orderProgressCalls,
)({
  status: ({ input, db, scope, operator, platform }) => trackOrders(db, input, { scope, operator, platform, now: new Date() }),
  log: eventList.page,
})
