/** Wrong codes within an hour: of one customer, and of one operator for all customers together. */
const CUSTOMER_GUESSES = 5
const OPERATOR_GUESSES = 30
const HOUR_S = 3_600

export type CodeProblem = 'coupon.codeUsed' | 'coupon.codeNotYet' | 'coupon.codeExpired' | 'coupon.codeForeign' | 'coupon.codeLocked'

interface Code {
  customerId: string | null
  validFrom: Date
  validTo: Date
  used: boolean
  /** The batch it was made with is. */
  locked: boolean
}

/** Codes are typed as they are read out: case, blanks and dashes do not matter. */
export const normalCode = (typed: string): string => typed.toUpperCase().replaceAll(/[\s\-_.]/g, '')

/** Why a code is not good for this customer now; null when it is. Whether a coupon is left is for the issue of coupons to say. */
export function codeProblem(code: Code, customerId: string, now: Date): CodeProblem | null {
  if (code.used) return 'coupon.codeUsed'
  if (code.customerId !== null && code.customerId !== customerId) return 'coupon.codeForeign'
  if (code.validFrom > now) return 'coupon.codeNotYet'
  if (code.validTo <= now) return 'coupon.codeExpired'
  return code.locked ? 'coupon.codeLocked' : null
}

/** Seconds until another try is allowed, or null when it is allowed now. */
export function guessLock(guesses: { phone: number; operator: number; oldest: Date | null }, now: Date): number | null {
  if (guesses.phone < CUSTOMER_GUESSES && guesses.operator < OPERATOR_GUESSES) return null
  const sinceS = guesses.oldest ? Math.floor((now.getTime() - guesses.oldest.getTime()) / 1000) : 0
  return Math.max(1, HOUR_S - sinceS)
}

/** Without signs that are taken for one another when they are read out: 0 and O, 1 and I and L, and vowels, so that no word comes of it. */
const SIGNS = '23456789BCDFGHJKMNPQRSTVWXZ'
export const CODE_LENGTH = 12

/** A code out of random bytes, each sign as likely as another; null where they do not suffice. */
export function codeOf(bytes: Uint8Array): string | null {
  const most = 256 - (256 % SIGNS.length)
  const signs = [...bytes].filter((byte) => byte < most).map((byte) => SIGNS[byte % SIGNS.length])
  return signs.length < CODE_LENGTH ? null : signs.slice(0, CODE_LENGTH).join('')
}
/** As it is printed and read out. */
export const printedCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-')
