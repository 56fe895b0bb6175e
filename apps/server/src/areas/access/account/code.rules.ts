export const CODE_VALID_S = 300
export const CODE_RESEND_S = 60
const CODE_MAX_WRONG = 5
const CODES_A_DAY = 10
const DAY_MS = 86_400_000

export interface LastCode {
  sentAt: number
  expiresAt: number
  wrong: number
  /** Codes sent since `dayFrom`. */
  sentToday: number
  dayFrom: number
}

/** Seconds until another code may be sent, 0 for now: one a minute, ten a day, and none while one that was tried five times would still be valid. */
export function sendWaitS(last: LastCode | null, now: number): number {
  if (!last) return 0
  const sameDay = now < last.dayFrom + DAY_MS
  const freeAt = Math.max(
    last.sentAt + CODE_RESEND_S * 1000,
    last.wrong >= CODE_MAX_WRONG ? last.expiresAt : 0,
    sameDay && last.sentToday >= CODES_A_DAY ? last.dayFrom + DAY_MS : 0,
  )
  return Math.max(0, Math.ceil((freeAt - now) / 1000))
}

/** A code that came too late, was used, or was tried wrongly five times is as wrong as another one. */
export const isCodeOpen = (last: LastCode | null, now: number): boolean =>
  last !== null && last.expiresAt > now && last.wrong < CODE_MAX_WRONG
