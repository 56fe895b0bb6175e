export { pointConfigRoutes } from './point-config.routes.ts'
export { pointRoutes } from './point.routes.ts'
