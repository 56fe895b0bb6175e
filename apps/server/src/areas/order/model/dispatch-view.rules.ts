import type { SearchStep } from '@chauffeur/contract/order/model'

export interface SearchFacts {
  open: boolean
  mode: string
  /** Without the place of the pick-up nobody is asked. */
  pickupKnown: boolean
  round: number
  rounds: number
  roundS: number
  startedAt: number
  endsAt: number
  /** When the engine looks at it again. */
  nextLookAt: number
  /** Ends of the offers that are open. */
  answersBy: readonly number[]
}
/** What a search waits for, and until when (ms). Null once it is over. */
export function nextStep(search: SearchFacts): { step: SearchStep; at: number } | null {
  if (!search.open) return null
  if (search.answersBy.length) return { step: 'ANSWER', at: Math.min(...search.answersBy) }
  if (!search.pickupKnown) return { step: 'POINT', at: search.endsAt }
  if (search.mode === 'DESK') return { step: 'DESK', at: search.endsAt }
  if (search.mode === 'BATCH' && search.nextLookAt < search.endsAt) return { step: 'MATCH', at: search.nextLookAt }
  const roundAt = search.startedAt + search.round * search.roundS * 1_000
  return search.round < search.rounds && roundAt < search.endsAt ? { step: 'ROUND', at: roundAt } : { step: 'GIVE_UP', at: search.endsAt }
}
