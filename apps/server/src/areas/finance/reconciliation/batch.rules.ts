import { RECON_BATCH_STATE as B, type ReconBatchState } from '@chauffeur/contract/finance/reconciliation-model'
import { chinaDay } from '../statement/statement.rules.ts'

const HOUR_MS = 3_600_000
/** Channels begin with a day's statement at nine of the next, and have it by ten. */
const READY_AFTER_MS = 10 * HOUR_MS
export const readyAt = (billDate: string): Date => new Date(chinaDay(billDate).to.getTime() + READY_AFTER_MS)

/** A day of the channel's clock that nothing is added to any more. */
export const isOver = (billDate: string, now: number): boolean => chinaDay(billDate).to.getTime() <= now

/** Whether its statements, of payouts and of customers' payments, are fetched; others are brought. */
export const isFetched = (channel: string): channel is 'WECHAT' => channel === 'WECHAT'

/** After a failure: in ten minutes, twice as long each time, at most six hours. */
export const againInS = (tries: number): number => Math.min(6 * 3_600, 600 * 2 ** Math.min(tries, 6))
/** What the file itself is wrong in is not mended by fetching it at once again, but the channel may give a right one later. */
export const KEEP_TRYING = 8

/** The worst first: a day is balanced when all of it is. */
const WORST: readonly ReconBatchState[] = [B.failed, B.unbalanced, B.waiting, B.fetching, B.parsing, B.matching, B.closed, B.balanced]
export const worstOf = (states: readonly ReconBatchState[]): ReconBatchState => WORST.find((state) => states.includes(state)) ?? B.waiting

export interface BatchStanding {
  state: ReconBatchState
  underWay: boolean
  hasFile: boolean
  fetchable: boolean
}
export function actionsOfBatch({ state, underWay, hasFile, fetchable }: BatchStanding): ('fetch' | 'upload' | 'again')[] {
  if (underWay || state === B.balanced) return []
  return [...(fetchable ? (['fetch'] as const) : []), 'upload', ...(hasFile ? (['again'] as const) : [])]
}
