import type { CancelVerdict as Verdict } from '@chauffeur/contract/order/cancel-rules'
import { openReviewStates, REVIEW_STATE, type ReviewKind, type ReviewState } from '@chauffeur/contract/order/cancel-review'
import { SERVICE_STATUS as S, type ServiceStatus } from '@chauffeur/contract/order/model'
import { defineMachine, type Transition } from '#platform/machine/machine'

/** Nothing brings a request to `reviewing` (domain 10.4) so far; one that is there is decided like the others. */
export const reviewMachine = defineMachine({
  states: [REVIEW_STATE.applied, REVIEW_STATE.approved, REVIEW_STATE.rejected, REVIEW_STATE.lapsed],
  begins: [REVIEW_STATE.applied],
  rests: [REVIEW_STATE.approved, REVIEW_STATE.rejected, REVIEW_STATE.lapsed],
  events: {
    approve: { from: openReviewStates, to: REVIEW_STATE.approved, by: ['OPERATOR'] },
    reject: { from: openReviewStates, to: REVIEW_STATE.rejected, by: ['OPERATOR'] },
    lapse: { from: openReviewStates, to: REVIEW_STATE.lapsed, by: ['TIMER'] },
  } satisfies Record<string, Transition<ReviewState, 'OPERATOR' | 'TIMER'>>,
})

/** Time to decide (domain 10.4): while the order is live the customer is waiting. */
const LIVE_S = 120
const AFTERWARDS_S = 24 * 3_600

/** Of an order that is over the verdict can be disputed. */
export const disputableStatuses: readonly ServiceStatus[] = [S.customerCancelled, S.driverCancelled, S.operatorCancelled]

/** What a request on an order in this state is about, and how long there is to decide. Null: there is nothing to review. */
export function reviewOf(status: ServiceStatus): { kind: ReviewKind; dueS: number } | null {
  if (status === S.accepted || status === S.arrived) return { kind: 'LEAVE', dueS: LIVE_S }
  return disputableStatuses.includes(status) ? { kind: 'DISPUTE', dueS: AFTERWARDS_S } : null
}

export interface DriverBurden {
  verdict: Verdict
  driverPenaltyFen: number
  waived: boolean
  countsToRate: boolean
  hideDriverS: number
}
export const nothing: Omit<DriverBurden, 'verdict'> = { driverPenaltyFen: 0, waived: false, countsToRate: false, hideDriverS: 0 }
export const isCustomerAtFault = (verdict: Verdict): boolean => verdict === 'CUSTOMER_AT_FAULT' || verdict === 'SHARED'
export const isDriverAtFault = (verdict: Verdict): boolean => verdict === 'DRIVER_AT_FAULT' || verdict === 'SHARED'

export interface DecidedBurden extends DriverBurden {
  /** The customer and the driver begin to be kept apart with the decision; else it stands as it was. */
  hidesFromNow: boolean
}

/**
 * What a driver bears by a decided verdict, of what they bear by the one it replaces. Who is not at fault bears nothing; who still is what
 * they did; a sum that the decision names goes before both. Who becomes at fault counts as somebody who cancelled, and is kept from the
 * customer for the seconds that the table has for it.
 */
export function decidedBurden(standing: DriverBurden, verdict: Verdict, penaltyFen: number | undefined, tableHideS: number): DecidedBurden {
  if (!isDriverAtFault(verdict)) return { verdict, ...nothing, hidesFromNow: false }
  const same = verdict === standing.verdict
  const stays = same || verdict === 'DRIVER_AT_FAULT'
  const hidesFromNow = !same && !(stays && standing.hideDriverS > 0) && tableHideS > 0
  return {
    verdict,
    driverPenaltyFen: penaltyFen ?? (stays ? standing.driverPenaltyFen : 0),
    waived: penaltyFen === undefined && stays && standing.waived,
    countsToRate: same ? standing.countsToRate : verdict === 'DRIVER_AT_FAULT',
    hideDriverS: hidesFromNow ? tableHideS : stays ? standing.hideDriverS : 0,
    hidesFromNow,
  }
}
