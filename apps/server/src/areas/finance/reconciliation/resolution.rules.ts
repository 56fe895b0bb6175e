import { RECON_RESULT as R, resolutionsFor, type ReconResolution, type ReconResult } from '@chauffeur/contract/finance/reconciliation-model'
import { payingWithdrawalStates, WITHDRAWAL_STATE as S, type WithdrawalState } from '@chauffeur/contract/finance/withdrawal'
import type { AccountKind, Line } from '../ledger/index.ts'
import type { ReconKind } from '../statement/index.ts'

/** Of a detail, what settling it needs. */
export interface Difference {
  kind: ReconKind
  channel: 'WECHAT' | 'BANK'
  result: ReconResult
  ourFen: number
  channelFen: number
  /** We say that it moved, and have posted so. */
  ourCounts: boolean
}

export const mayResolve = (result: ReconResult, resolution: ReconResolution): boolean => resolutionsFor[result].includes(resolution)

/** What of the channel's cash is not in the books yet: above zero where more moved than was posted. */
export const missingFen = ({ ourCounts, ourFen, channelFen }: Difference): number => channelFen - (ourCounts ? ourFen : 0)

/** Noted without a posting, money would stay on one side: that is as good as written off, and takes two people. */
export const leavesMoneyOpen = (of: Difference): boolean => of.ourFen !== of.channelFen || missingFen(of) !== 0

/**
 * Brings the channel's cash to what the statement says; what is on the other side stands in `against`: suspense while it is not known whose it is,
 * our own loss or gain where it is written off.
 */
export function correctionLines(of: Difference, against: 'SUSPENSE' | 'REVENUE'): Line[] {
  const fen = missingFen(of)
  if (fen === 0) return []
  const account = (kind: AccountKind) => ({ ownerType: 'PLATFORM' as const, ownerId: '0', kind })
  // More paid out, or less received: cash is less.
  const lessCash = (of.kind === 'PAYOUT') === fen > 0
  const amountFen = Math.abs(fen)
  return [
    { account: account(against), side: lessCash ? 'D' : 'C', amountFen },
    { account: account(of.channel === 'WECHAT' ? 'CASH_WX' : 'CASH_BANK'), side: lessCash ? 'C' : 'D', amountFen },
  ]
}

/**
 * What the channel's payment under one number means for its withdrawal: one that is under way goes to its end as if the channel had said so itself, one
 * that failed here is paid after all. Null where the withdrawal is over.
 */
export function endingOf(of: Difference, withdrawal: { state: WithdrawalState; isLast: boolean }): 'SETTLE' | 'ADOPT' | 'WAIT' | null {
  if (of.kind !== 'PAYOUT' || of.channelFen <= 0 || of.ourCounts || of.result === R.duplicate) return null
  if (withdrawal.state === S.failed) return 'ADOPT'
  if (!(payingWithdrawalStates as readonly WithdrawalState[]).includes(withdrawal.state)) return null
  return withdrawal.isLast ? 'SETTLE' : 'WAIT'
}

/** Ours is taken back only of what we hold to have been paid, and only where the channel, asked now, knows of no payment. */
export const mayReverse = (withdrawalState: number | null): boolean => withdrawalState === S.paid
