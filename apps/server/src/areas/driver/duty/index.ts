export { dutyRulesOf } from './duty.queries.ts'
export { driverDutyRoutes } from './duty.routes.ts'
export { checkBeforeDuty } from './duty.service.ts'
export { driverState, goOffline, goOnline } from './shift.service.ts'
