import { bankFormatCalls, bankFormatRefusals } from './bank-format.ts'
import { payoutCalls, payoutRefusals } from './payout.ts'
import { withdrawalReviewCalls, withdrawalReviewRefusals } from './withdrawal-review.ts'
import { withdrawalTermsCalls, withdrawalTermsRefusals } from './withdrawal-terms.ts'
import { withdrawalCalls, withdrawalRefusals } from './withdrawal.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  'bank-format': bankFormatCalls,
  payout: payoutCalls,
  withdrawal: withdrawalCalls,
  'withdrawal-review': withdrawalReviewCalls,
  'withdrawal-terms': withdrawalTermsCalls,
}
export const refusals = [bankFormatRefusals, payoutRefusals, withdrawalRefusals, withdrawalReviewRefusals, withdrawalTermsRefusals]
