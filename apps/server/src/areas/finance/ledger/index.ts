export { checkLedger } from './check.service.ts'
export { findingsOf, lastChecks } from './ledger-check.queries.ts'
export { ledgerCheckView, runLedgerCheck, ledgerChecks } from './ledger-check.service.ts'
export { billToDivide, entryOf, lockReach } from './ledger.queries.ts'
export { mustBePosted, post, type Posted } from './ledger.service.ts'
export {
  type Account,
  type AccountKind,
  type CashKind,
  claimClosedLines,
  deltaOf,
  type Division,
  driverAccount,
  entryProblem,
  filedLines,
  floorOf,
  type Line,
  mirrored,
  paidInCashLines,
  paidOnlineLines,
  partOf,
  prepaidBackLines,
  prepaidLines,
  penaltyBackLines,
  penaltyLines,
  takenBack,
  type TakenBack,
  restOf,
  takenBackLines,
} from './posting.rules.ts'
export { ledgerRoutes } from './ledger.routes.ts'
export { sealing } from './seal.service.ts'
