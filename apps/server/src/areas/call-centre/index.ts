export { callCentreRoutes } from './call-centre.routes.ts'
export { startScheduledOrders } from './scheduled.service.ts'
