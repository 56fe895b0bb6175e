import type { ReviewKind } from '@chauffeur/contract/order-review'
import { SERVICE_STATUS as S, type ServiceStatus } from '@chauffeur/contract/order-model'

/** Time to decide (domain 10.4): while the order is live the customer is waiting. */
const LIVE_S = 120
const AFTERWARDS_S = 24 * 3_600

/** What a request on an order in this state is about, and how long there is to decide. Null: there is nothing to review. */
export function reviewOf(status: ServiceStatus): { kind: ReviewKind; dueS: number } | null {
  if (status === S.accepted || status === S.arrived) return { kind: 'LEAVE', dueS: LIVE_S }
  if (status === S.customerCancelled || status === S.driverCancelled || status === S.operatorCancelled)
    return { kind: 'DISPUTE', dueS: AFTERWARDS_S }
  return null
}
