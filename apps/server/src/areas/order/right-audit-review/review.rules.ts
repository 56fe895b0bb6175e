import { type AuditAction, CLAIM_MINUTES } from '@chauffeur/contract/order/right-audit'
import { AUDIT_STATUS as A, type AuditStatus } from '@chauffeur/contract/order/model'

export interface Standing {
  state: AuditStatus
  claimedBy: string | null
  claimedUntil: number | null
  reviewedBy: string | null
  /** Who of us entered the appeal; null where the driver did it, or nobody. */
  appealedBy: string | null
  appealed: boolean
  appealUntil: number | null
}
export interface Person {
  userId: string
  authorities: ReadonlySet<string>
}

export const claimEnds = (now: number): Date => new Date(now + CLAIM_MINUTES * 60_000)
/** Somebody else has it in hand, and their time is not over. */
export const isAnothers = ({ state, claimedBy, claimedUntil }: Standing, userId: string, now: number): boolean =>
  state === A.inReview && claimedBy !== userId && claimedUntil !== null && claimedUntil > now

/** One appeal a case: by the driver while there is time, by the partner of what it is billed for. */
export const mayAppeal = ({ state, appealed, appealUntil }: Standing, side: 'DRIVER' | 'PARTNER', now: number): boolean =>
  !appealed && (side === 'DRIVER' ? state === A.failed && appealUntil !== null && appealUntil > now : state === A.passed)

/** What this person may do about a case now; whoever decides an appeal neither reviewed it nor entered the appeal. */
export function allowedActions(row: Standing, { userId, authorities }: Person, now: number): AuditAction[] {
  const reviews = authorities.has('rightAudit.review')
  const finds = authorities.has('rightAudit.final') && row.reviewedBy !== userId && row.appealedBy !== userId
  const mine = row.state === A.inReview && row.claimedBy === userId
  const open = row.state === A.waiting || (row.state === A.inReview && !isAnothers(row, userId, now))
  const may: Record<AuditAction, boolean> = {
    FLAG: reviews && row.state === A.notNeeded,
    CLAIM: reviews && open && !mine,
    RELEASE: reviews && mine,
    SKIP: reviews && mine,
    PASS: reviews && open,
    FAIL: reviews && open,
    APPEAL: reviews && (mayAppeal(row, 'DRIVER', now) || mayAppeal(row, 'PARTNER', now)),
    FINAL_PASS: finds && row.state === A.appeal,
    FINAL_FAIL: finds && row.state === A.appeal,
  }
  return (Object.keys(may) as AuditAction[]).filter((action) => may[action])
}
