export { shownName } from './display.rules.ts'
export { driverDisplayRoutes } from './display.routes.ts'
export { lookIn } from './display.setting.ts'
