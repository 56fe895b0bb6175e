export { checkBeforeDuty, checkBeforeOrder, checkBeforePayout } from './check.service.ts'
export { driverFaceRoutes } from './face.routes.ts'
