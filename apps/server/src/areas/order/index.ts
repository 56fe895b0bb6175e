export { allowedActions, dueFen, fits, isCancellable, nextStatus, OPEN_PAY, type OrderEvent, travellerFen } from './order.rules.ts'
export { type Actor, lockOrder, newsOf, type OrderRowDb, type OrderSet, recordEvent } from './transition.queries.ts'
export { moveOrder, noteOrder } from './transition.service.ts'
export { cancelTable, hideSecondsByDecision, judgeOrder } from './cancel-judge.service.ts'
export { insertCancelFee } from './cancel.queries.ts'
export { channelsInScope } from '../apps/channel.queries.ts'
export { moveToCancelled } from './cancel-move.service.ts'
export { type Judgement, keptConsequence } from './cancel.rules.ts'
export { cancelRulesRoutes } from './cancel-rules.routes.ts'
export {
  actorName,
  billOf,
  driverOf,
  eventsInSight,
  shownEvent,
  eventsOf,
  findOrder,
  matchingOrders,
  openBills,
  type OrderFilter,
  type OrderListRow,
  ordersById,
  ordersWhere,
} from './order.queries.ts'
export { orderRoutes } from './order.routes.ts'
export { billLinesView, etaS, orderDriverView, orderRowView, phoneFor, timelineView } from './order.view.ts'
export { dispatchViewOf } from './dispatch-view.queries.ts'
export { standingColumns, type StandingFacts, standingFacts, standingJoins } from './standing.queries.ts'
export { attentionOf, breached, byUrgency, type Timer, timerOf, type Words } from './standing.rules.ts'
export { standingOf } from './standing.service.ts'
