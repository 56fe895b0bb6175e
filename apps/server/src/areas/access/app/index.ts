export { appsRoutes } from './apps.routes.ts'
export { payoutSettingsOf } from './pay.service.ts'
