export { checkBeforeDuty, checkBeforeOrder, checkBeforePayout, pictureContext } from './check.service.ts'
export { driverFaceRoutes } from './face.routes.ts'
