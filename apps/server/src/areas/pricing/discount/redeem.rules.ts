import { COUPON_TEMPLATE_STATUS } from '@chauffeur/contract/pricing/coupon'
/** Wrong codes within an hour: of one customer, and of one operator for all customers together. */
const CUSTOMER_GUESSES = 5
const OPERATOR_GUESSES = 30
const HOUR_S = 3_600

export type CodeProblem =
  | 'coupon.codeUsed'
  | 'coupon.codeNotYet'
  | 'coupon.codeExpired'
  | 'coupon.codeForeign'
  | 'coupon.templateOff'
  | 'coupon.soldOut'
  | 'coupon.limitReached'

interface Code {
  customerId: string | null
  validFrom: Date
  validTo: Date
  used: boolean
}
interface Template {
  /** 1 is on. */
  status: number
  /** A fixed period; both null where the days count from the grant. */
  from: Date | null
  to: Date | null
  daysAfterGrant: number | null
  /** 0: no limit. */
  totalIssue: number
  issued: number
  /** 0: no limit. */
  perUserLimit: number
}

/** Codes are typed as they are read out: case, blanks and dashes do not matter. */
export const normalCode = (typed: string): string => typed.toUpperCase().replaceAll(/[\s\-_.]/g, '')

/** Why a code does not become a coupon of this customer now; null when it does. `owns` counts those of the same kind. */
export function codeProblem(code: Code, template: Template, customerId: string, owns: number, now: Date): CodeProblem | null {
  if (code.used) return 'coupon.codeUsed'
  if (code.customerId !== null && code.customerId !== customerId) return 'coupon.codeForeign'
  if (code.validFrom > now) return 'coupon.codeNotYet'
  if (code.validTo <= now || (template.to !== null && template.to <= now)) return 'coupon.codeExpired'
  if (template.status !== COUPON_TEMPLATE_STATUS.on) return 'coupon.templateOff'
  if (template.totalIssue > 0 && template.issued >= template.totalIssue) return 'coupon.soldOut'
  return template.perUserLimit > 0 && owns >= template.perUserLimit ? 'coupon.limitReached' : null
}

/** When a coupon granted now can be used. */
export function validityOf(template: Template, now: Date): { validFrom: Date; validTo: Date } {
  if (template.from && template.to) return { validFrom: template.from, validTo: template.to }
  return { validFrom: now, validTo: new Date(now.getTime() + (template.daysAfterGrant ?? 1) * 86_400_000) }
}

/** Seconds until another try is allowed, or null when it is allowed now. */
export function guessLock(guesses: { phone: number; operator: number; oldest: Date | null }, now: Date): number | null {
  if (guesses.phone < CUSTOMER_GUESSES && guesses.operator < OPERATOR_GUESSES) return null
  const sinceS = guesses.oldest ? Math.floor((now.getTime() - guesses.oldest.getTime()) / 1000) : 0
  return Math.max(1, HOUR_S - sinceS)
}
