export { driverRoutes } from './driver.routes.ts'
