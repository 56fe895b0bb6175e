export { driverAppRoutes } from './driver-app.routes.ts'
export type { Common } from './trip.service.ts'
