export { optOutImport } from './opt-out-import.ts'
export { optedOutAmong, refusesAdvertising } from './opt-out.queries.ts'
export { optOutRoutes } from './opt-out.routes.ts'
