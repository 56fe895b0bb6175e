export { driverAppRoutes } from './driver-app.routes.ts'
