export { appsRoutes } from './apps.routes.ts'
export { type PayoutSettings, payoutSettingsOf } from './pay.service.ts'
