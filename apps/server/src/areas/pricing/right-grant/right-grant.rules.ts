import type { RightState, RightUnit } from '@chauffeur/contract/pricing/right'

export interface Quantity {
  times: number | null
  amountFen: number | null
  distanceM: number | null
}
type Problem = 'rightGrant.notOn' | 'rightGrant.quantity'

const FIELD = { TIMES: 'times', AMOUNT: 'amountFen', KM: 'distanceM' } as const satisfies Record<RightUnit, keyof Quantity>

/** Why nobody gets so much of a right now; null where they do. */
export function grantProblem(right: { state: RightState; ended: boolean; unit: RightUnit }, quantity: Quantity): Problem | null {
  if (right.state !== 'ON' || right.ended) return 'rightGrant.notOn'
  const given = (Object.keys(quantity) as (keyof Quantity)[]).filter((field) => quantity[field] !== null)
  return given.length === 1 && given[0] === FIELD[right.unit] ? null : 'rightGrant.quantity'
}
export const quantityOf = (input: { [K in keyof Quantity]?: number | undefined }): Quantity => ({
  times: input.times ?? null,
  amountFen: input.amountFen ?? null,
  distanceM: input.distanceM ?? null,
})

/** As a sheet says it: uses, yuan or kilometres; one use where it says nothing. Null where that is none of them. */
export function ofSheet(unit: RightUnit, quantity: number | undefined): Quantity | null {
  const none = { times: null, amountFen: null, distanceM: null }
  if (quantity === undefined) return unit === 'TIMES' ? { ...none, times: 1 } : null
  const exact = unit === 'TIMES' ? quantity : Math.round(quantity * (unit === 'AMOUNT' ? 100 : 1_000))
  if (!Number.isInteger(exact) || exact < 1 || (unit === 'TIMES' && exact > 10_000)) return null
  return { ...none, [FIELD[unit]]: exact }
}
