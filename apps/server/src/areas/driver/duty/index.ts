export { type DutyRules, dutyRules } from './duty.setting.ts'
export { driverDutyRoutes, saveDutyRules } from './duty.routes.ts'
export { driverState, finishesTrip, goOffline, goOnline } from './shift.service.ts'
