export { keyRoutes } from './key.routes.ts'
