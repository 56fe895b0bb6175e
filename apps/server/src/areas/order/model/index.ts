export { dispatchViewOf } from './dispatch-view.queries.ts'
export { insertNextAttempt } from './next-attempt.queries.ts'
export { keywordOf } from './order-keyword.rules.ts'
export {
  billOf,
  countByState,
  countOrders,
  driverOf,
  eventsInSight,
  eventsOf,
  findOrder,
  findOrderWithNames,
  listOrders,
  matchingOrders,
  openBills,
  openReviewOf,
  ORDER_NAMES,
  ORDER_ROW,
  orderFilters,
  type OrderFilter,
  type OrderListRow,
  ordersById,
  ordersWhere,
  shownEvent,
  siblingsOf,
  withinScope,
} from './order.queries.ts'
export {
  allowedActions,
  awaitsPrepayment,
  billedFills,
  dispatchStatusIn,
  dropoffPoint,
  dueFen,
  endReasonOf,
  filledMetres,
  fits,
  type GapFill,
  type GapFills,
  gapFillsOf,
  isCancellable,
  nextStatus,
  type OrderEvent,
  pickupPoint,
  prepayLapsed,
  travellerFen,
} from './order.rules.ts'
export {
  billLinesView,
  explainedLines,
  orderDriverView,
  orderRowsJson,
  orderRowView,
  paymentView,
  phoneFor,
  placesView,
  prepayWaitOf,
  timelineView,
} from './order.view.ts'
export { driverWrongState, lockOwnOrder, type TripStep } from './own-order.service.ts'
export { asSeen, wrongState } from './seen-version.service.ts'
export { standingColumns, type StandingFacts, standingFacts, standingJoins } from './standing.queries.ts'
export { attentionOf, breached, byUrgency, type Timer, timerOf, type Words } from './standing.rules.ts'
export { standingOf } from './standing.service.ts'
export { type Actor, type EventDetail, lockOrder, newsOf, type OrderRowDb, type OrderSet, recordEvent } from './transition.queries.ts'
export { moveOrder, noteOrder } from './transition.service.ts'
