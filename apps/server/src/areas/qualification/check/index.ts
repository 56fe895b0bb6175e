export { checkBeforeDuty, checkBeforeOrder, checkBeforePayout, checkStillOpen, dutyChecks, pictureContext } from './check.service.ts'
export type { DutyChecks } from './check.rules.ts'
export { faceLockRound, openFaces } from './face-lock.round.ts'
export { driverFaceRoutes } from './face.routes.ts'
