import type { ServiceStatus } from '@chauffeur/contract/order/model'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { orderCalls } from '@chauffeur/contract/order/list'
import type { TrackedOrder } from '@chauffeur/contract/order/progress'
import { t } from '#platform/text/text.ts'
import { excludedDrivers, excludedText } from '#shared/order/search.view.ts'
import { distanceText } from '#ui/show/measure.view.ts'

export type OrderDetail = AnswerOf<typeof orderCalls.info>

export const detailPath = (orderId: string) => `/Order/Detail?orderId=${orderId}`

/** Adds what is known; null when nothing is, so that an empty column does not claim to be zero. */
export function sumOf<Row>(rows: readonly Row[], value: (row: Row) => number | null): number | null {
  const known = rows.map(value).filter((amount) => amount !== null)
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0)
}

/** A search for a driver is running: the order has just been placed. */
export function isNewOrder(status: ServiceStatus): boolean {
  return status === 101 || status === 102 || status === 180
}

export interface BillRow {
  label: string
  /** The rule that made the bill's line, in words. */
  reason: string
  estimateFen: number | null
  billFen: number | null
  /** Bill minus estimate; null while there is no bill. */
  differenceFen: number | null
}

type FeeLine = OrderDetail['estimateLines'][number]

/** Estimate and bill line by line, matched by kind and label in the order the bill (or the estimate) has them. */
export function billRows(estimate: readonly FeeLine[], bill: readonly (FeeLine & { reason: string })[]): BillRow[] {
  const keyOf = (line: FeeLine) => `${line.type} ${line.label}`
  const add = (lines: readonly FeeLine[]) => {
    const sums = new Map<string, number>()
    for (const line of lines) sums.set(keyOf(line), (sums.get(keyOf(line)) ?? 0) + line.amountFen)
    return sums
  }
  const estimated = add(estimate)
  const billed = add(bill)
  const labels = new Map([...bill, ...estimate].map((line) => [keyOf(line), line.label]))
  const reasons = new Map(bill.map((line) => [keyOf(line), line.reason]))
  const filed = bill.length > 0
  return [...labels].map(([key, label]) => {
    const estimateFen = estimated.get(key) ?? null
    const billFen = filed ? (billed.get(key) ?? null) : null
    return {
      label,
      reason: reasons.get(key) ?? '',
      estimateFen,
      billFen,
      differenceFen: filed ? (billFen ?? 0) - (estimateFen ?? 0) : null,
    }
  })
}

export function totalRow(rows: readonly BillRow[]): { estimateFen: number | null; billFen: number | null; differenceFen: number | null } {
  return {
    estimateFen: sumOf(rows, (row) => row.estimateFen),
    billFen: sumOf(rows, (row) => row.billFen),
    differenceFen: sumOf(rows, (row) => row.differenceFen),
  }
}

/** One sentence on where the search stands. */
export function searchSentence(dispatch: Pick<OrderDetail['dispatch'], 'round' | 'radiusM' | 'candidates' | 'filteredOut'>): string {
  const { round, radiusM, candidates, filteredOut } = dispatch
  if (round === 0) return t('还没有开始派单')
  const seen = candidates + Object.values(filteredOut).reduce((sum, count) => sum + count, 0)
  const place = t('第 {round} 轮，半径 {radius}', { round, radius: distanceText(radiusM) })
  if (seen === 0) return t('{place}：最大派单半径内没有司机', { place })
  if (candidates === 0) return t('{place}：共看过 {seen} 名司机，没有一名可派', { place, seen })
  return t('{place}：共看过 {seen} 名司机，{candidates} 名可派', { place, seen, candidates })
}

/** Why nobody is coming yet, in words: where the search stands, and what kept most drivers out. */
export function noDriverReason(
  row: Pick<TrackedOrder, 'serviceStatus' | 'round' | 'radiusM' | 'candidates' | 'filteredOut' | 'asked' | 'declined'>,
): string {
  if (row.serviceStatus !== 102 && row.serviceStatus !== 180) return ''
  const [worst, next] = excludedDrivers(row.filteredOut).toSorted((a, b) => b.count - a.count)
  const reasons = excludedText([worst, next].filter((one) => one !== undefined))
  if (row.round === 0 || row.candidates > 0 || reasons === '') return searchSentence(row)
  // The reason comes first: a column is narrow, and the round has its own.
  return t('{radius}内无可派：{reasons}', { radius: distanceText(row.radiusM), reasons })
}

/** What a driver pays on the way and the customer pays back. */
export const extraKinds = ['TOLL', 'PARKING', 'LODGING', 'OTHER'] as const
export const extraText: Record<(typeof extraKinds)[number], string> = {
  TOLL: '过路费',
  PARKING: '停车费',
  LODGING: '住宿费',
  OTHER: '其他费用',
}
