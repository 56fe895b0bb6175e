import { withdrawalTermsCalls, withdrawalTermsRefusals } from './withdrawal-terms.ts'
import { withdrawalCalls, withdrawalRefusals } from './withdrawal.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  withdrawal: withdrawalCalls,
  'withdrawal-terms': withdrawalTermsCalls,
}
export const refusals = [withdrawalRefusals, withdrawalTermsRefusals]
