import { type OrderAttention, orderAttention } from '@chauffeur/contract/order/model'

/** A claim that nobody renewed for so long may be taken over. */
const CLAIM_S = 1_800
export const claimHolds = (claimedAt: Date | null, now: Date): boolean =>
  claimedAt !== null && now.getTime() - claimedAt.getTime() < CLAIM_S * 1000

interface Need {
  kind: OrderAttention
  since: Date
}
/** Failed searches before drivers, customers who wait before bills; of a kind the longest first. */
export const byGravity = (a: Need, b: Need): number =>
  orderAttention.options.indexOf(a.kind) - orderAttention.options.indexOf(b.kind) || a.since.getTime() - b.since.getTime()
