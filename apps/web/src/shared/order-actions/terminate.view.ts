import type { deskTripCalls } from '@chauffeur/contract/call-centre/trip'
import type { InputOf } from '@chauffeur/contract/kernel/call'

export type TerminateBilling = InputOf<typeof deskTripCalls.terminate>['billing']
export const terminateBillingText: Record<TerminateBilling, string> = {
  TRAVELLED: '按已行驶部分计费',
  NOTHING: '不收费，退回优惠',
}
