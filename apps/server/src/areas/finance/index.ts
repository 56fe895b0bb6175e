import { withdrawalRoutes, withdrawalTermsRoutes } from './withdrawal/index.ts'

export { startLedgerChecks, startSealing } from './ledger/index.ts'

export const financeRoutes = [...withdrawalTermsRoutes, ...withdrawalRoutes]
