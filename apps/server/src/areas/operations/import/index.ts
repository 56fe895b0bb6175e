export { importRoutes } from './import.routes.ts'
export { openImport } from './open.service.ts'
