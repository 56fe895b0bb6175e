export { checkApp } from './app.service.ts'
export { driverAppRoutes } from './driver-app.routes.ts'
