import { type ExpEvent, type ExpRule, undoesExp } from '@chauffeur/contract/driver/level-model'

export type ExpNote = '' | 'DAY_CAP' | 'PROTECTED' | 'NO_RULE' | 'FLOOR'
export interface Counting {
  event: ExpEvent
  /** Experience before it. */
  exp: number
  /** What of this event was given (or taken) already on that day, as a sum without its sign. */
  today: number
  /** Nothing is taken in the city at that time. */
  isProtected: boolean
  /** Of an event that undoes another: what that one had given, or taken as a number below nought. */
  taken: number
}

/** What one entry gives or takes: within the day's cap, never below nought in all, and nothing bad while drivers are protected. */
export function countExperience(
  { event, exp, today, isProtected, taken }: Counting,
  rules: readonly ExpRule[],
): { delta: number; balance: number; note: ExpNote } {
  if (undoesExp[event]) {
    const back = Math.max(-exp, -taken)
    return { delta: back === 0 ? 0 : back, balance: exp + back, note: back === -taken ? '' : 'FLOOR' }
  }
  const rule = rules.find((one) => one.event === event)
  const kept = (delta: number, note: ExpNote) => ({ delta, balance: exp + delta, note })
  if (!rule || rule.delta === 0) return kept(0, 'NO_RULE')
  if (rule.delta < 0 && isProtected) return kept(0, 'PROTECTED')
  const left = rule.dayCap === null ? Math.abs(rule.delta) : Math.max(0, rule.dayCap - today)
  const within = Math.sign(rule.delta) * Math.min(Math.abs(rule.delta), left)
  if (exp + within < 0) return kept(0 - exp, 'FLOOR')
  return kept(within === 0 ? 0 : within, within === rule.delta ? '' : 'DAY_CAP')
}

/** Events of which each takes experience; all others give it. */
const TAKES: readonly ExpEvent[] = ['COMPLAINT', 'PHOTO_BAD', 'CANCEL']
/** The index of a rule whose sign is not that of its event, or -1. */
export const wrongSign = (rules: readonly ExpRule[]): number =>
  rules.findIndex(({ event, delta }) => (TAKES.includes(event) ? delta > 0 : delta < 0))
