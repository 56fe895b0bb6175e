export { customerAppRoutes } from './customer-app.routes.ts'
