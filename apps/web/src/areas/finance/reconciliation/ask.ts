import { attemptStateText } from '@chauffeur/contract/finance/payout'
import { reconciliationCalls } from '@chauffeur/contract/finance/reconciliation'
import { toast } from '#platform/browser/events.ts'
import { refresh, sendCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { reconReads } from './reconciliation.view.ts'

/** What the channel says of a payment, in words. */
export const attemptWords = (state: string): string =>
  state === 'NOT_FOUND' ? t('渠道查无此单') : tr((attemptStateText as Record<string, string>)[state] ?? state)

type Asked = Awaited<ReturnType<typeof sendCall<typeof reconciliationCalls.refresh>>>

/** Asks the channel and says what it said; no money moves. What was refused was told as the call was made. */
async function tell(asking: Promise<Asked>): Promise<void> {
  const answer = await asking.catch(() => null)
  if (!answer) return
  const [one] = answer.rows
  if (!one) toast.success(t('已转到后台查询'))
  else if (one.changed) toast.success(t('渠道：{state}，我方状态已更新', { state: attemptWords(one.channelState) }))
  else toast.success(t('渠道：{state}，我方状态不变', { state: attemptWords(one.channelState) }))
  void refresh(reconReads)
}
export const askAboutItems = (detailIds: string[]) => tell(sendCall(reconciliationCalls.refresh, { detailIds }))
export const askAboutSingles = (withdrawalIds: string[]) => tell(sendCall(reconciliationCalls.singleRefresh, { withdrawalIds }))
