export { driverLifeRoutes } from './life.routes.ts'
