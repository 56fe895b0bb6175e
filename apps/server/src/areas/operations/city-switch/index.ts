export { citySwitchRoutes } from './city-switch.routes.ts'
