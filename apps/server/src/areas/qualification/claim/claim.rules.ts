import type { ClaimEvent, ClaimState } from '@chauffeur/contract/qualification/claim'
import { defineMachine } from '#platform/machine/machine'

/** Drivers and operators report; the insurer decides, and operators write down what it said. One that was refused may be taken up again. */
export const claimMachine = defineMachine<ClaimState, ClaimEvent, 'OPERATOR' | 'DRIVER'>({
  states: ['REPORTED', 'FILED', 'PAID', 'REJECTED'],
  begins: ['REPORTED'],
  rests: ['PAID', 'REJECTED'],
  events: {
    file: { from: ['REPORTED'], to: 'FILED', by: ['OPERATOR'] },
    pay: { from: ['FILED'], to: 'PAID', by: ['OPERATOR'] },
    reject: { from: ['REPORTED', 'FILED'], to: 'REJECTED', by: ['OPERATOR'] },
    reopen: { from: ['REJECTED'], to: 'FILED', by: ['OPERATOR'] },
  },
})

/** What has to be said with an event and was not; null where nothing is missing. */
export function lacking(event: ClaimEvent, said: { paidFen?: number | undefined; reason?: string | undefined }) {
  if (event === 'pay') return said.paidFen === undefined ? ('driverClaim.paidMissing' as const) : null
  return (event === 'reject' || event === 'reopen') && !said.reason ? ('driverClaim.reasonMissing' as const) : null
}
