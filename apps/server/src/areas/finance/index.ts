import { bankFormatRoutes } from './bank-format/index.ts'
import { ledgerRoutes } from './ledger/index.ts'
import { payoutRound, payoutRoutes } from './payout/index.ts'
import { reconcileJob, reconciliationRoutes, refreshMany, retryMany, statementRound } from './reconciliation/index.ts'
import { reviewRounds, withdrawalReviewRoutes } from './withdrawal-review/index.ts'
import { withdrawalRoutes, withdrawalTermsRoutes } from './withdrawal/index.ts'

export { ledgerChecks, sealing } from './ledger/index.ts'
export { withdrawalNewsOf } from './withdrawal/index.ts'
export { bankFileJob, bankResultImport, wechatNoticeDesk } from './payout/index.ts'
export { noticeRoutes } from './wechat-pay/index.ts'
export { bulkReview } from './withdrawal-review/index.ts'

export { statementUpload } from './reconciliation/index.ts'

export const financeRoutes = [
  ...payoutRoutes,
  ...bankFormatRoutes,
  ...reconciliationRoutes,
  ...ledgerRoutes,
  ...withdrawalReviewRoutes,
  ...withdrawalTermsRoutes,
  ...withdrawalRoutes,
]
/** Statements are matched, and channels asked about many payments at once. */
export const reconciliationJobs = [reconcileJob, refreshMany, retryMany]
/** What goes on with the money that leaves. */
export const payoutRounds = [...reviewRounds, payoutRound, statementRound]
