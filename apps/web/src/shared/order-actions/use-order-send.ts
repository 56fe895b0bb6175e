import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { orderCalls } from '@chauffeur/contract/order/list'
import { orderProgressCalls } from '@chauffeur/contract/order/progress'
import { useCallback } from 'react'
import { RefusalError, refresh, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { conflictInWords } from '#shared/order/event.view.ts'

/** Every view of orders that a change reaches. */
export const orderReads: readonly Call[] = [
  orderCalls.list,
  orderCalls.info,
  orderProgressCalls.status,
  orderProgressCalls.log,
  orderBillCalls.forceSubmitPreview,
  orderEditCalls.messages,
  callCentreCalls.orderStatus,
  callCentreCalls.customerInfo,
]

/**
 * Sends a change of an order. Where somebody else was faster nothing of theirs is lost: what is on the screen is asked for again, and the
 * refusal says who did what.
 */
export function useOrderSend<C extends Call>(
  call: C,
  inWords: (error: unknown) => unknown = conflictInWords,
): (input: InputOf<C>) => Promise<AnswerOf<C>> {
  const { send } = useSend(call, { refreshes: orderReads })
  return useCallback(
    async (input) => {
      try {
        return await send(input)
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error
        await refresh(orderReads)
        throw withMoment(inWords(error))
      }
    },
    [send, inWords],
  )
}

/** A refusal for now, with when it will be possible. */
function withMoment(error: unknown): unknown {
  const { retryAfterS } = (error instanceof RefusalError && (error.data as { retryAfterS?: number } | null)) || {}
  if (!(error instanceof RefusalError) || typeof retryAfterS !== 'number') return error
  const when = t('（{minutes} 分钟后可再发）', { minutes: Math.ceil(retryAfterS / 60) })
  return new RefusalError(error.code, error.error, error.message + when, error.data)
}
