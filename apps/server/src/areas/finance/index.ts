import { withdrawalRoutes, withdrawalTermsRoutes } from './withdrawal/index.ts'

export { ledgerChecks, sealing } from './ledger/index.ts'

export const financeRoutes = [...withdrawalTermsRoutes, ...withdrawalRoutes]
