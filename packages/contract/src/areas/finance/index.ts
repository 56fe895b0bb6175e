import { bankFormatCalls, bankFormatRefusals } from './bank-format.ts'
import { ledgerCalls, ledgerRefusals } from './ledger.ts'
import { payoutCalls, payoutRefusals } from './payout.ts'
import { prepaymentRefusals, prepayCalls } from './prepayment.ts'
import { withdrawalReviewRefusals } from './withdrawal-review-refusals.ts'
import { withdrawalReviewCalls } from './withdrawal-review.ts'
import { reconciliationRefusals } from './reconciliation-refusals.ts'
import { reconciliationCalls } from './reconciliation.ts'
import { statementRefusals } from './statement.ts'
import { withdrawalTermsCalls, withdrawalTermsRefusals } from './withdrawal-terms.ts'
import { withdrawalCalls, withdrawalRefusals } from './withdrawal.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  'bank-format': bankFormatCalls,
  ledger: ledgerCalls,
  payout: payoutCalls,
  prepayment: prepayCalls,
  reconciliation: reconciliationCalls,
  withdrawal: withdrawalCalls,
  'withdrawal-review': withdrawalReviewCalls,
  'withdrawal-terms': withdrawalTermsCalls,
}
export const refusals = [
  bankFormatRefusals,
  payoutRefusals,
  prepaymentRefusals,
  reconciliationRefusals,
  statementRefusals,
  ledgerRefusals,
  withdrawalRefusals,
  withdrawalReviewRefusals,
  withdrawalTermsRefusals,
]
