export { dutyRules } from './duty.setting.ts'
export { driverDutyRoutes } from './duty.routes.ts'
export { checkBeforeDuty } from './duty.service.ts'
export { driverState, finishesTrip, goOffline, goOnline } from './shift.service.ts'
