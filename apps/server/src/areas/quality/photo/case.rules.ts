import {
  PHOTO_CLAIM_MINUTES,
  type PhotoCaseState,
  type PhotoFlag,
  type PhotoVerdict,
  type PhotoWhy,
} from '@chauffeur/contract/quality/photo-model'
import type { PhotoRules } from '@chauffeur/contract/quality/photo-rules'
import { defineMachine, type Transition } from '#platform/machine/machine'

const all: readonly PhotoCaseState[] = ['OPEN', 'CLEAR', 'WAITING', 'IN_REVIEW', 'DONE']
/** The pictures of an order: looked at by rule once the trip is over, or sooner where something was found; again where another comes. */
export const caseMachine = defineMachine({
  states: all,
  begins: ['OPEN'] as PhotoCaseState[],
  rests: ['CLEAR', 'DONE'] as PhotoCaseState[],
  events: {
    clear: { from: ['OPEN'], to: 'CLEAR', by: ['TIMER'] },
    queue: { from: ['OPEN', 'CLEAR', 'DONE'], to: 'WAITING', by: ['TIMER', 'OPERATOR'] },
    claim: { from: ['WAITING'], to: 'IN_REVIEW', by: ['OPERATOR'] },
    release: { from: ['IN_REVIEW'], to: 'WAITING', by: ['OPERATOR'] },
    lapse: { from: ['IN_REVIEW'], to: 'WAITING', by: ['TIMER'] },
    finish: { from: ['WAITING', 'IN_REVIEW'], to: 'DONE', by: ['OPERATOR', 'TIMER'] },
  } satisfies Record<string, Transition<PhotoCaseState, 'TIMER' | 'OPERATOR'>>,
})

export const claimEnds = (now: number): Date => new Date(now + PHOTO_CLAIM_MINUTES * 60_000)

interface Held {
  state: PhotoCaseState
  claimed_by: string | null
  claimed_until: Date | null
}
/** Somebody else has it in hand, and their time is not over. */
export const isAnothers = ({ state, claimed_by, claimed_until }: Held, userId: string, now: number): boolean =>
  state === 'IN_REVIEW' && claimed_by !== userId && claimed_until !== null && claimed_until.getTime() > now

/** All that has to be said of an order's pictures is said. */
export const allJudged = (verdicts: readonly PhotoVerdict[]): boolean => verdicts.every((verdict) => verdict !== 'NONE')

/** Whether what was found about a picture brings its order to reviewers at once. */
export const bringsAtOnce = (flags: readonly PhotoFlag[], rules: Pick<PhotoRules, 'flags'>): boolean =>
  flags.some((flag) => rules.flags.includes(flag))

interface OrderFacts {
  /** Days since its driver joined; null where that is not known. */
  daysHere: number | null
  complaint: boolean
  /** Of ten thousand, by chance. */
  drawn: number
}
/** Why an order whose trip is over is looked at, besides what was found about its pictures. */
export function whyOf({ daysHere, complaint, drawn }: OrderFacts, rules: PhotoRules): PhotoWhy[] {
  const why: PhotoWhy[] = []
  if (daysHere !== null && daysHere < rules.newDriverDays) why.push('NEW_DRIVER')
  if (complaint && rules.complaints) why.push('COMPLAINT')
  if (why.length === 0 && drawn < rules.sampleBp) why.push('SAMPLED')
  return why
}
