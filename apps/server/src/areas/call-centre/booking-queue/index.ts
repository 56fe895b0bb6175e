export { standingOrders } from './booking-queue.queries.ts'
export { queueRoutes } from './booking-queue.routes.ts'
export { bookingsInNeed, timerView } from './booking-queue.service.ts'
