export { withdrawalTermsRoutes } from './terms.routes.ts'
export { withdrawalTerms } from './terms.setting.ts'
export {
  type AccountRow,
  accountsOf,
  lockApplicant,
  setChecked,
  uncheckedGiver,
  withdrawalNews,
  type WithdrawalRow,
  withdrawals,
} from './withdrawal.queries.ts'
export { withdrawalRoutes } from './withdrawal.routes.ts'
export { releaseLines, usableAt } from './withdrawal.rules.ts'
export { accountContext, changedAt, saveAccount } from './withdrawal.service.ts'
export { tellOfEnd } from './withdrawal-told.ts'
export { withdrawalNewsOf } from './withdrawal-news.ts'
