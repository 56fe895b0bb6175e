import { orderProgressCalls } from '@chauffeur/contract/order/progress'
import { implement } from '#platform/http/implement'
import { eventList } from './event.list.ts'
import { trackingList } from './tracking.list.ts'

export const orderProgressRoutes = implement(
  'orderAction',
  orderProgressCalls,
)({
  status: trackingList.page,
  log: eventList.page,
})
