export { defaultMenus, type MenuEntry } from './default-menus.ts'
export { ADMINISTRATORS, defaultRoles, standardPrices } from './defaults.ts'
export { tenancyRoutes } from './tenancy.routes.ts'
