export { type DutyRules, dutyRules } from './duty.setting.ts'
export { driverDutyRoutes, saveDutyRules } from './duty.routes.ts'
export { type Paper, type Papers, papersOver } from './papers.rules.ts'
export { driverState, finishesTrip, goOffline, goOnline } from './shift.service.ts'
