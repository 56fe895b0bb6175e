import { COUPON_TEMPLATE_STATUS } from '@chauffeur/contract/pricing/coupon'

const DAY_MS = 86_400_000

/** Of a template, what decides whether another coupon of it is issued. */
export interface Issuing {
  status: number
  /** A fixed period; both null where the days count from the grant. */
  from: Date | null
  to: Date | null
  daysAfterGrant: number | null
  /** 0: no limit, here and of one customer. */
  totalIssue: number
  issued: number
  perUserLimit: number
  /** Of customers; empty: for everybody. */
  groupIds: string[]
}
/** Who is to get a coupon. */
export interface Receiver {
  customerId: string
  /** Coupons of the template that they were given and that nobody revoked. */
  owns: number
  /** They were given one for this very occasion. */
  had: boolean
  turnedAway: boolean
  /** They are in none of the groups that the template is for. */
  outside: boolean
}
export type TemplateProblem = 'coupon.templateOff' | 'couponGrant.templateEnded'
export type IssueProblem =
  | TemplateProblem
  | 'coupon.soldOut'
  | 'coupon.limitReached'
  | 'couponGrant.alreadyGranted'
  | 'couponGrant.turnedAway'
  | 'couponGrant.notInGroup'

/** Why nobody gets a coupon of a template now; null where it is issued. */
export function templateProblem({ status, to }: Pick<Issuing, 'status' | 'to'>, now: Date): TemplateProblem | null {
  if (status !== COUPON_TEMPLATE_STATUS.on) return 'coupon.templateOff'
  return to !== null && to <= now ? 'couponGrant.templateEnded' : null
}

/** Who of them gets a coupon, in their order while there are any left; and why each of the others does not. */
export function shareOut(
  template: Issuing,
  receivers: readonly Receiver[],
  now: Date,
): { granted: string[]; refused: Map<string, IssueProblem> } {
  const granted: string[] = []
  const refused = new Map<string, IssueProblem>()
  const none = templateProblem(template, now)
  const problemOf = ({ owns, had, turnedAway, outside }: Receiver): IssueProblem | null => {
    if (none) return none
    if (turnedAway) return 'couponGrant.turnedAway'
    if (outside) return 'couponGrant.notInGroup'
    if (had) return 'couponGrant.alreadyGranted'
    if (template.perUserLimit > 0 && owns >= template.perUserLimit) return 'coupon.limitReached'
    return template.totalIssue > 0 && template.issued + granted.length >= template.totalIssue ? 'coupon.soldOut' : null
  }
  for (const receiver of receivers) {
    const problem = problemOf(receiver)
    if (problem) refused.set(receiver.customerId, problem)
    else granted.push(receiver.customerId)
  }
  return { granted, refused }
}

/** When a coupon granted now can be used. */
export function validityOf({ from, to, daysAfterGrant }: Issuing, now: Date): { validFrom: Date; validTo: Date } {
  if (from && to) return { validFrom: from, validTo: to }
  return { validFrom: now, validTo: new Date(now.getTime() + (daysAfterGrant ?? 1) * DAY_MS) }
}
