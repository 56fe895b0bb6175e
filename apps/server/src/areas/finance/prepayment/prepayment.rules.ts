import { actorType } from '@chauffeur/contract/order/model'
import { defineMachine } from '#platform/machine/machine'

const anybody = actorType.options

/** Money of a customer from when it arrived until no more of it is held. What is to be returned goes back to an order that is dispatched again. */
export const prepaymentMachine = defineMachine({
  states: ['HELD', 'APPLIED', 'RETURN_DUE', 'RETURNED'],
  begins: ['HELD'],
  rests: ['APPLIED', 'RETURNED'],
  events: {
    apply: { from: ['HELD'], to: 'APPLIED', by: anybody },
    release: { from: ['HELD'], to: 'RETURN_DUE', by: anybody },
    carry: { from: ['RETURN_DUE'], to: 'HELD', by: anybody },
    payBack: { from: ['RETURN_DUE'], to: 'RETURNED', by: ['OPERATOR'] },
  },
})

interface Sums {
  amount_fen: number
  applied_fen: number
  returned_fen: number
}
/** What is still held of it, fen. */
export const heldOf = ({ amount_fen, applied_fen, returned_fen }: Sums): number => amount_fen - applied_fen - returned_fen

/** Of what a customer has to pay, what is taken from what they paid ahead, and what is left to pay; fen. */
export function coveredBy(heldFen: number, owedFen: number): { prepaidFen: number; personalFen: number } {
  const prepaidFen = Math.min(heldFen, owedFen)
  return { prepaidFen, personalFen: owedFen - prepaidFen }
}
