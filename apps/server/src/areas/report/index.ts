export { operatingDayStart } from './day.rules.ts'
export { reportRoutes } from './report.routes.ts'
