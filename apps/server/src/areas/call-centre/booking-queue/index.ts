export { standingOrders } from './booking-queue.queries.ts'
export { queueRoutes } from './booking-queue.routes.ts'
export { bookingsInNeed } from './booking-queue.service.ts'
export { timerView } from './booking-queue.view.ts'
