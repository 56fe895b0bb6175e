export { checkBeforeDuty, checkBeforeOrder, checkBeforePayout, checkStillOpen, dutyChecks, pictureContext } from './check.service.ts'
export type { DutyChecks } from './check.rules.ts'
export { driverFaceRoutes } from './face.routes.ts'
