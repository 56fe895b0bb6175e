import { dispatchFilter, dispatchFilterText, type DispatchFilter, type dispatchView } from '@chauffeur/contract/order/model'
import type * as z from 'zod'
import { t, tr } from '#platform/text/text.ts'

type View = z.output<typeof dispatchView>

export interface Excluded {
  filter: DispatchFilter
  words: string
  count: number
}

/** Why drivers were not asked, in the order the dispatcher asks its questions; filters that stopped nobody are left out. */
export function excludedDrivers(filteredOut: View['filteredOut']): Excluded[] {
  return dispatchFilter.options.flatMap((filter) => {
    const count = filteredOut[filter] ?? 0
    return count > 0 ? [{ filter, words: tr(dispatchFilterText[filter]), count }] : []
  })
}

/** The same in one line; empty where nobody was left out. */
export const excludedText = (excluded: readonly Excluded[]): string =>
  excluded.map(({ words, count }) => t('{words} {n} 名', { words, n: count })).join(t('，'))

export const offerResultText: Record<View['offers'][number]['result'], string> = {
  SENT: '等待应答',
  ACCEPTED: '已接单',
  REJECTED: '已拒绝',
  EXPIRED: '超时未应答',
  WITHDRAWN: '已撤回',
}
