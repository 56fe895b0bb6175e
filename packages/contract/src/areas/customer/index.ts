import { customerRefusals } from './card.ts'
import { enterpriseCalls, enterpriseRefusals } from './enterprise.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  customer: enterpriseCalls,
}
export const refusals = [customerRefusals, enterpriseRefusals]
