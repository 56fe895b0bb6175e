export { callCentreRoutes } from './call-centre.routes.ts'
export { couponRoutes } from './coupon.routes.ts'
export { deskCustomerRoutes } from './customer.routes.ts'
export { queueRoutes } from './queue.routes.ts'
export { deskTripRoutes } from './trip.routes.ts'

export { startScheduledOrders } from './scheduled.service.ts'
export { bookingsInNeed } from './queue.service.ts'
