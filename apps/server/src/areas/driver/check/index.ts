export { checkBeforeDuty, checkBeforeOrder, checkBeforePayout, checkStillOpen, pictureContext } from './check.service.ts'
export { driverFaceRoutes } from './face.routes.ts'
