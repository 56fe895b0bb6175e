export { appsRoutes } from './apps.routes.ts'
