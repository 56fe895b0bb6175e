export { startLedgerChecks } from './ledger.service.ts'
export { monitoringRoutes } from './monitoring.routes.ts'
