import type { WithdrawalWay } from '@chauffeur/contract/finance/withdrawal'
import type { TermsRefusal } from '@chauffeur/contract/finance/withdrawal-terms'
import { feeOf, refusedByTerms, type Terms, termsAtLevel } from './withdrawal.rules.ts'

/** An application as it was made. */
export interface PastApplication {
  way: WithdrawalWay
  applyFen: number
  feeFen: number
  driverId: string
  /** How many its driver had made before it, in the city's day and week. */
  today: number
  thisWeek: number
  /** What their driver's level gives a week without a fee; null: as the terms say. */
  freeWithdrawals: number | null
  /** Of the city's clock; 0 is Monday. */
  weekday: number
}
export interface TermsConsequence {
  applications: number
  /** What was charged for them. */
  feeFen: number
  /** What would be charged for those that would still be taken. */
  feeAfterFen: number
  refused: { refusal: TermsRefusal; applications: number; drivers: number; sumFen: number }[]
}

/**
 * What other terms would have done to applications that were taken. Balances and changed accounts are left out: they are not as they were, and
 * a driver who is refused may apply otherwise.
 */
export function consequenceOf(applications: readonly PastApplication[], terms: Terms): TermsConsequence {
  const judged = applications.map((one) => ({ ...one, refused: refusedByTerms({ ...one, amountFen: one.applyFen, terms }) }))
  const refused = Map.groupBy(
    judged.filter((one) => one.refused !== null),
    (one) => one.refused!.refusal,
  )
  return {
    applications: judged.length,
    feeFen: judged.reduce((sum, { feeFen }) => sum + feeFen, 0),
    feeAfterFen: judged.reduce(
      (sum, one) => sum + (one.refused ? 0 : feeOf(one.applyFen, one.thisWeek, termsAtLevel(terms, one.freeWithdrawals))),
      0,
    ),
    refused: [...refused].map(([refusal, ones]) => ({
      refusal,
      applications: ones.length,
      drivers: new Set(ones.map(({ driverId }) => driverId)).size,
      sumFen: ones.reduce((sum, { applyFen }) => sum + applyFen, 0),
    })),
  }
}
