import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { payStatusText } from '@chauffeur/contract/order/model'
import { type ReconBatchRow, reconciliationCalls as calls, type ReconDetailRow } from '@chauffeur/contract/finance/reconciliation'
import {
  RECON_RESULT as R,
  type ReconBatchState,
  type ReconResolution,
  type ReconResult,
} from '@chauffeur/contract/finance/reconciliation-model'
import { withdrawalStateText } from '@chauffeur/contract/finance/withdrawal'
import type { reconKind } from '@chauffeur/contract/finance/statement'
import type * as z from 'zod'
import { t, tr } from '#platform/text/text.ts'
import type { Tone } from '#ui/show/tag.tsx'

export const batchTone: Record<ReconBatchState, Tone> = {
  0: 'wait',
  10: 'run',
  20: 'run',
  30: 'run',
  40: 'done',
  50: 'lost',
  60: 'done',
  90: 'lost',
}
export const resultTone: Record<ReconResult, Tone> = { 0: 'done', 1: 'lost', 2: 'lost', 3: 'lost', 4: 'lost', 5: 'lost', 6: 'wait' }
export const isUnderWay = (state: ReconBatchState): boolean => batchTone[state] === 'run'

export type Batch = ReconBatchRow
export type Kind = z.infer<typeof reconKind>
/** What everything that is done to a batch or an item changes. */
export const reconReads = [calls.batches, calls.batch, calls.details, calls.singles, calls.calendar]

export const BATCHES = '/Financial/BusinessTurnover/BatchMultipleTransactions'
/** A batch by itself: where something differs, what differs first. */
export const batchPath = ({ batchId, diffCount }: Pick<ReconBatchRow, 'batchId' | 'diffCount'>): string =>
  `${BATCHES}Detail?batchId=${batchId}${diffCount > 0 ? '&differs=true' : ''}`

type Runnable = Pick<ReconBatchRow, 'allowedActions' | 'state' | 'file'>
export const mayRun = ({ allowedActions }: Runnable): boolean => allowedActions.includes('fetch') || allowedActions.includes('again')
/** A statement that is there is matched anew, unless it was refused. */
export const runLabel = ({ file, state }: Runnable): string => (file && state !== 90 ? t('重新对账') : t('拉取账单并对账'))

/** How a withdrawal stands here. */
export const withdrawalStateWords = (state: number): string => tr((withdrawalStateText as Record<number, string>)[state] ?? String(state))

/** What an item's number of ours is of. */
export function businessWords({ businessType }: Pick<ReconDetailRow, 'businessType'>): string {
  if (businessType === 'TOP_UP') return t('充值企业')
  if (businessType === 'PARTNER_PAYMENT') return t('合作方结算单号')
  return businessType === 'ORDER' || businessType === 'PREPAYMENT' ? t('订单号') : t('提现单号')
}
/** How our side of an item stands; nothing where we know of none. */
export function ourWords({ businessType, ourState }: Pick<ReconDetailRow, 'businessType' | 'ourState'>): string {
  if (ourState === null) return ''
  return businessType === 'ORDER'
    ? tr((payStatusText as Record<number, string>)[ourState] ?? String(ourState))
    : withdrawalStateWords(ourState)
}
const channelStateText: Record<string, string> = { SUCCESS: '已到账', RETURNED: '已退回' }
export const theirWords = ({ channelState }: Pick<ReconDetailRow, 'channelState'>): string =>
  tr(channelStateText[channelState] ?? channelState)

/** What settling an item so does, in a sentence. */
export function meaningOf(resolution: ReconResolution): string {
  switch (resolution) {
    case 'ADOPT_CHANNEL':
      return t('按渠道入账：未结束的付款记为已到账，多出或缺少的金额记入待查科目。')
    case 'REVERSE_OURS':
      return t('冲正我方：先向渠道查询，确认未付款后，金额退回司机钱包。')
    case 'WRITE_OFF':
      return t('核销：差额计入我方损益，须由另一位同事复核后生效。')
    case 'MERGED_NEXT_DAY':
      return t('并入次日：不入账，等次日账单核对。')
    case 'MANUAL_NOTE':
      return t('人工备注：不入账，只留下说明；只有一方有的金额，须由另一位同事复核后生效。')
    default:
      return ''
  }
}

/** What waits for a second person. */
export const proposedWords = (proposed: ReconResolution): string => (proposed === 'MANUAL_NOTE' ? t('备注待复核') : t('核销待复核'))

/** The sum that is typed to confirm what is done about an item. */
export const atStakeFen = ({ result, channelFen, ourFen, varianceFen }: ReconDetailRow): number =>
  Math.abs(result === R.state ? channelFen || ourFen : varianceFen || ourFen || channelFen)

type Day = AnswerOf<typeof calls.calendar>['days'][number]
/** One day of one kind in the picture of a month; `null` is a day of which there is no batch. */
export interface DayCell {
  /** `YYYY-MM-DD`. */
  day: string
  batch: Day | null
  /** It did not come yet. */
  ahead: boolean
}
export interface MonthRow {
  kind: Kind
  cells: DayCell[]
}

const KINDS: readonly Kind[] = ['PAYOUT', 'COLLECTION']
const two = (n: number) => String(n).padStart(2, '0')
/** The days of `month` (`YYYY-MM`) by kind. What is collected is shown where it is reconciled at all. */
export function monthRows(month: string, days: readonly Day[], today: string): MonthRow[] {
  const [year = 0, at = 1] = month.split('-').map(Number)
  const length = new Date(Date.UTC(year, at, 0)).getUTCDate()
  const known = new Map(days.map((day) => [`${day.kind} ${day.day}`, day]))
  return KINDS.filter((kind) => kind === 'PAYOUT' || days.some((day) => day.kind === kind)).map((kind) => ({
    kind,
    cells: Array.from({ length }, (_, index) => {
      const day = `${month}-${two(index + 1)}`
      return { day, batch: known.get(`${kind} ${day}`) ?? null, ahead: day >= today }
    }),
  }))
}
export const monthAfter = (month: string, by: number): string => {
  const [year = 0, at = 1] = month.split('-').map(Number)
  const date = new Date(Date.UTC(year, at - 1 + by, 1))
  return `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}`
}
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** What a day shows: a sign besides its colour, so that nobody has to tell colours apart. */
export function faceOf({ batch }: DayCell): { look: 'balanced' | 'settled' | 'open' | 'failed' | 'waiting' | 'none'; sign: string } {
  if (batch === null) return { look: 'none', sign: '' }
  switch (batch.state) {
    case 40:
      return { look: 'balanced', sign: '✓' }
    case 60:
      return { look: 'settled', sign: '✓' }
    case 50:
      return { look: 'open', sign: batch.openCount > 99 ? '99+' : String(batch.openCount) }
    case 90:
      return { look: 'failed', sign: '!' }
    default:
      return { look: 'waiting', sign: '…' }
  }
}
