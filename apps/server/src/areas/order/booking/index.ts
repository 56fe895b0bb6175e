export { bookingOfPartner, lockPartnerNumber, ordersOfBooking, type PartnerBooking } from './partner-number.queries.ts'
export { placeOrder, switchFor } from './place-order.service.ts'
export { quoteTrip } from './quote-trip.service.ts'
export { openDueSearches, scheduledOrders } from './scheduled.service.ts'
