import type { PassThroughType } from '@chauffeur/contract/pricing/model'
import type { Extra } from '../evidence/receipt.rules.ts'

/** The most a driver may file of each kind on one order, fen; anything above is an operator's to add. */
const EXTRA_LIMIT_FEN: Record<Extra['type'], number> = { TOLL: 50_000, PARKING: 20_000, LODGING: 80_000, OTHER: 30_000, TIP: 50_000 }

/** The first kind whose sum is over its limit. */
export function extraOverLimit(extras: readonly Extra[]): { type: Extra['type']; limitFen: number; amountFen: number } | null {
  for (const [type, limitFen] of Object.entries(EXTRA_LIMIT_FEN) as [Extra['type'], number][]) {
    const amountFen = sumOf(extras.filter((extra) => extra.type === type))
    if (amountFen > limitFen) return { type, limitFen, amountFen }
  }
  return null
}

/** Fen of the tips among them. */
export const tipOf = (extras: readonly Extra[]): number => sumOf(extras.filter(({ type }) => type === 'TIP'))
/** The extras that are passed on at cost: all but tips. */
export const passThroughOf = (extras: readonly Extra[]): { type: PassThroughType; amountFen: number }[] =>
  extras.flatMap(({ type, amountFen }) => (type === 'TIP' ? [] : [{ type, amountFen }]))

const sumOf = (extras: readonly Extra[]) => extras.reduce((sum, { amountFen }) => sum + amountFen, 0)
