export { paidTrip, placeOrder, tripOf } from './place-order.service.ts'
export { openDueSearches, scheduledOrders } from './scheduled.service.ts'
