/** A claim that nobody renewed for so long may be taken over. */
const CLAIM_S = 1_800
export const claimHolds = (claimedAt: Date | null, now: Date): boolean =>
  claimedAt !== null && now.getTime() - claimedAt.getTime() < CLAIM_S * 1000
