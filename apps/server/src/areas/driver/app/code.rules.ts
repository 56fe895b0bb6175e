/** How long a code signs in, and how soon another may be asked for, seconds. */
export const CODE_VALID_S = 300
export const CODE_RESEND_S = 30
const CODE_MAX_WRONG = 5

export interface SentCode {
  sentAt: number
  expiresAt: number
  wrong: number
}

/** Seconds until another code may be sent, 0 for now. Five wrong tries also stop a new code until the old one would have lapsed. */
export function sendWaitS(last: SentCode | null, now: number): number {
  if (!last) return 0
  const freeAt = Math.max(last.sentAt + CODE_RESEND_S * 1000, last.wrong >= CODE_MAX_WRONG ? last.expiresAt : 0)
  return Math.max(0, Math.ceil((freeAt - now) / 1000))
}

/** What a try at a code comes to at `now` (ms); `locked` after too many wrong ones, until the code would have lapsed. */
export function judgeCode(last: SentCode | null, matches: boolean, now: number): 'good' | 'wrong' | 'locked' {
  if (!last || last.expiresAt <= now) return 'wrong'
  if (last.wrong >= CODE_MAX_WRONG) return 'locked'
  return matches ? 'good' : 'wrong'
}
