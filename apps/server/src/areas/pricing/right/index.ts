export { rightRoutes } from './right.routes.ts'
