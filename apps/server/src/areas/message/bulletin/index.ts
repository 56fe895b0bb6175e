export { bulletinRoutes } from './bulletin.routes.ts'
