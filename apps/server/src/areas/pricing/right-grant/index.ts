export { rightGrantRoutes } from './right-grant.routes.ts'
export { rightGrantImport } from './right-grant-import.ts'
