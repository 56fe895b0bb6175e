export { driverImport } from './batch.import.ts'
export { driverBatchRoutes } from './batch.routes.ts'
