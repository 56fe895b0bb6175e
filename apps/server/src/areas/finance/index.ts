import { bankFormatRoutes } from './bank-format/index.ts'
import { payoutRound, payoutRoutes } from './payout/index.ts'
import { reviewRounds, withdrawalReviewRoutes } from './withdrawal-review/index.ts'
import { withdrawalRoutes, withdrawalTermsRoutes } from './withdrawal/index.ts'

export { ledgerChecks, sealing } from './ledger/index.ts'
export { withdrawalNewsOf } from './withdrawal/index.ts'
export { bankFileJob, bankResultImport, wechatNoticeDesk } from './payout/index.ts'
export { noticeRoutes } from './wechat-pay/index.ts'
export { bulkReview } from './withdrawal-review/index.ts'

export const financeRoutes = [
  ...payoutRoutes,
  ...bankFormatRoutes,
  ...withdrawalReviewRoutes,
  ...withdrawalTermsRoutes,
  ...withdrawalRoutes,
]
/** What goes on with the money that leaves. */
export const payoutRounds = [...reviewRounds, payoutRound]
