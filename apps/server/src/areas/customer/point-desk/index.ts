export { pointConfigRoutes } from './point-config.routes.ts'
export { customerAppPointRoutes, pointRoutes } from './point.routes.ts'
