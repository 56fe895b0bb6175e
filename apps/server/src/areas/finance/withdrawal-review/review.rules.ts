import type { RiskFlag, WithdrawalAction } from '@chauffeur/contract/finance/withdrawal-review-model'
import {
  heldWithdrawalStates,
  payingWithdrawalStates,
  WITHDRAWAL_STATE as S,
  type WithdrawalState,
} from '@chauffeur/contract/finance/withdrawal'
import type { Authority } from '@chauffeur/contract/authorities'

/** What is known of a withdrawal's driver when somebody looks at it. */
export interface RiskFacts {
  applyFen: number
  createdAt: number
  /** When the account took another's place; null for the first one a driver gave. */
  accountChangedAt: number | null
  /** Whether the account of this way is another by now. */
  accountDiffers: boolean
  openReviews: number
  availableFen: number
  walletFrozen: boolean
  /** Who of the back office gave the account that it goes to, while nobody else has checked it. */
  accountBy: string | null
  /** The account is in another name than the driver's. */
  holderDiffers: boolean
  /** The channel says that it paid what failed here. */
  paidThere: boolean
  /** What the driver was paid before, at most the last ten. */
  paidFen: readonly number[]
}
const DAY_MS = 86_400_000
const CHANGED_LATELY_MS = 7 * DAY_MS
/** So many times what is usual is not. */
const UNUSUAL_TIMES = 3
/** Fewer say nothing of what is usual. */
const USUAL_OF = 3

const median = (sorted: readonly number[]) => sorted[Math.floor((sorted.length - 1) / 2)]!

/** Why somebody should look twice, the gravest first. */
export function riskFlagsOf(facts: RiskFacts): RiskFlag[] {
  const { applyFen, createdAt, accountChangedAt, paidFen } = facts
  const usual = paidFen.length >= USUAL_OF ? median(paidFen.toSorted((a, b) => a - b)) : null
  const raised: [RiskFlag, boolean][] = [
    ['PAID_THERE', facts.paidThere],
    ['WALLET_FROZEN', facts.walletFrozen],
    ['NEGATIVE_BALANCE', facts.availableFen < 0],
    ['CARD_DIFFERS', facts.accountDiffers],
    ['CARD_UNCHECKED', facts.accountBy !== null],
    ['HOLDER_DIFFERS', facts.holderDiffers],
    ['CARD_CHANGED', accountChangedAt !== null && accountChangedAt > createdAt - CHANGED_LATELY_MS],
    ['REVIEW_OPEN', facts.openReviews > 0],
    ['UNUSUAL_SUM', usual !== null && applyFen > usual * UNUSUAL_TIMES],
    ['FIRST_WITHDRAWAL', paidFen.length === 0],
  ]
  return raised.filter(([, is]) => is).map(([flag]) => flag)
}

const HOUR_MS = 3_600_000
/** Since when somebody or the channel is waited for, and when that is too long by the terms; null once it is over. */
export function waiting(
  { state, createdAt, approvedAt }: { state: WithdrawalState; createdAt: Date; approvedAt: Date | null },
  { overdueHours }: { overdueHours: number },
): { since: Date; overdueAt: Date } | null {
  if (!heldWithdrawalStates.includes(state) && !payingWithdrawalStates.includes(state)) return null
  const since = state === S.approved && approvedAt ? approvedAt : createdAt
  return { since, overdueAt: new Date(since.getTime() + overdueHours * HOUR_MS) }
}

interface ReviewTerms {
  autoApproveBelowFen: number
  secondReviewFromFen: number
}
export const needsSecond = (applyFen: number, { secondReviewFromFen }: ReviewTerms): boolean =>
  secondReviewFromFen > 0 && applyFen >= secondReviewFromFen
/** What the system approves by itself: a small sum without any risk that two people need not see. */
export const approvesItself = (applyFen: number, flags: readonly RiskFlag[], terms: ReviewTerms): boolean =>
  applyFen < terms.autoApproveBelowFen && flags.length === 0 && !needsSecond(applyFen, terms)

export interface Reviewed {
  state: WithdrawalState
  applyFen: number
  auditedBy: string | null
}
type Approval = 'FIRST' | 'LAST' | 'SAME_REVIEWER' | 'NOT_ALLOWED'
/** What an approval by this person is: where two are needed, the second is another's, and asks for an authority of its own. */
export function approvalBy(
  { applyFen, auditedBy }: Reviewed,
  { userId, authorities }: { userId: string; authorities: ReadonlySet<Authority | string> },
  terms: ReviewTerms,
): Approval {
  if (auditedBy !== null && needsSecond(applyFen, terms)) {
    if (auditedBy === userId) return 'SAME_REVIEWER'
    return authorities.has('withdrawal.secondAudit') ? 'LAST' : 'NOT_ALLOWED'
  }
  if (!authorities.has('withdrawal.audit')) return 'NOT_ALLOWED'
  return needsSecond(applyFen, terms) ? 'FIRST' : 'LAST'
}

/** Where each action may be taken. */
const FROM: Record<WithdrawalAction, readonly WithdrawalState[]> = {
  OPEN: [S.applied],
  APPROVE: [S.applied, S.auditing],
  REJECT: [S.applied, S.auditing],
  PAY: [S.approved],
  RETRY: [S.failed],
  GIVE_BACK: [S.failed],
}
const BY_OTHERS: ReadonlySet<WithdrawalAction> = new Set(['APPROVE', 'PAY', 'RETRY'])
const paying: ReadonlySet<WithdrawalAction> = new Set(['PAY', 'RETRY', 'GIVE_BACK'])

/** What this person may do about it now; approver and payer are two people, and neither is who gave the account, before another has checked it. */
export function allowedActions(
  row: Reviewed & { secondAuditedBy: string | null; accountBy: string | null },
  who: { userId: string; authorities: ReadonlySet<Authority | string> },
  terms: ReviewTerms,
): WithdrawalAction[] {
  const approval = approvalBy(row, who, terms)
  const approved = row.auditedBy === who.userId || row.secondAuditedBy === who.userId
  const may = (action: WithdrawalAction): boolean => {
    if (!FROM[action].includes(row.state)) return false
    if (row.accountBy === who.userId && BY_OTHERS.has(action)) return false
    if (action === 'APPROVE') return approval === 'FIRST' || approval === 'LAST'
    if (paying.has(action)) return who.authorities.has('withdrawal.pay') && (action === 'GIVE_BACK' || !approved)
    return who.authorities.has('withdrawal.audit')
  }
  return (Object.keys(FROM) as WithdrawalAction[]).filter(may)
}
