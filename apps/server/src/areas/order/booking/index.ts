export { paidTrip, placeOrder, tripOf } from './place-order.service.ts'
export { openDueSearches, startScheduledOrders } from './scheduled.service.ts'
