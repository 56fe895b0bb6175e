import { callCentreRoutes as deskRoutes } from './call-centre.routes.ts'
import { couponRoutes } from './coupon.routes.ts'
import { deskCustomerRoutes } from './customer.routes.ts'
import { queueRoutes } from './queue.routes.ts'
import { deskTripRoutes } from './trip.routes.ts'

export const callCentreRoutes = [...deskRoutes, ...couponRoutes, ...deskCustomerRoutes, ...queueRoutes, ...deskTripRoutes]
export { startScheduledOrders } from './scheduled.service.ts'
export { bookingsInNeed } from './queue.service.ts'
