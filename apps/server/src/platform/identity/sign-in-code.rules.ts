/** How long a code signs in, and how soon another may be asked for, seconds. */
export const CODE_VALID_S = 300
export const CODE_RESEND_S = 60
const CODE_MAX_WRONG = 5
/** Of one telephone, whatever number of codes they are spread over. */
const CODES_A_DAY = 10
const WRONG_A_DAY = 20
const DAY_MS = 86_400_000

/** Of a telephone; instants in ms. */
export interface SentCode {
  sentAt: number
  expiresAt: number
  /** Tries at this code. */
  wrong: number
  /** Since `dayFrom`, and for a day. */
  sentToday: number
  wrongToday: number
  dayFrom: number
}

const dayEnds = (last: SentCode, now: number, full: boolean): number => (full && now < last.dayFrom + DAY_MS ? last.dayFrom + DAY_MS : 0)

/** Until when no code is looked at, ms: after five wrong tries until this code would have lapsed, after twenty a day until that ends; 0 for now. */
export function lockedUntil(last: SentCode, now: number): number {
  return Math.max(last.wrong >= CODE_MAX_WRONG ? last.expiresAt : 0, dayEnds(last, now, last.wrongToday >= WRONG_A_DAY))
}

/** Seconds until another code may be sent, 0 for now: one a minute, ten a day, none while the telephone is locked. */
export function sendWaitS(last: SentCode | null, now: number): number {
  if (!last) return 0
  const freeAt = Math.max(last.sentAt + CODE_RESEND_S * 1000, lockedUntil(last, now), dayEnds(last, now, last.sentToday >= CODES_A_DAY))
  return Math.max(0, Math.ceil((freeAt - now) / 1000))
}

/** What a try at a code comes to at `now` (ms). */
export function judgeCode(last: SentCode | null, matches: boolean, now: number): 'good' | 'wrong' | 'locked' {
  if (!last) return 'wrong'
  if (lockedUntil(last, now) > now) return 'locked'
  return matches && last.expiresAt > now ? 'good' : 'wrong'
}
