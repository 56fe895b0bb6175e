export { messageReportRoutes } from './report.http.ts'
export { smsServiceRoutes } from './service.routes.ts'
