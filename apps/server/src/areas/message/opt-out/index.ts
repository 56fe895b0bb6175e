export { optOutImport } from './opt-out-import.ts'
export { optedOutAmong } from './opt-out.queries.ts'
export { optOutRoutes } from './opt-out.routes.ts'
