import { payoutCalls, payoutRefusals } from './payout.ts'
import { withdrawalReviewCalls, withdrawalReviewRefusals } from './withdrawal-review.ts'
import { withdrawalTermsCalls, withdrawalTermsRefusals } from './withdrawal-terms.ts'
import { withdrawalCalls, withdrawalRefusals } from './withdrawal.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  payout: payoutCalls,
  withdrawal: withdrawalCalls,
  'withdrawal-review': withdrawalReviewCalls,
  'withdrawal-terms': withdrawalTermsCalls,
}
export const refusals = [payoutRefusals, withdrawalRefusals, withdrawalReviewRefusals, withdrawalTermsRefusals]
