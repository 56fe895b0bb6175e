export { ADMINISTRATORS, defaultRoles, standardPrices } from './defaults.ts'
export { hasPlatformAdministrator } from './platform-administrator.queries.ts'
export { CannotSetUp, setUpPlatformAdministrator } from './platform-administrator.service.ts'
export { tenancyRoutes } from './tenancy.routes.ts'
