import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { orderProgressCalls } from '@chauffeur/contract/order/progress'
import { orderCalls } from '@chauffeur/contract/order/list'
import { useCallback } from 'react'
import { RefusalError, refresh, useSend } from '#platform/http/call.ts'
import { conflictInWords } from '#shared/order/event.view.ts'

/** Every view of orders that a change reaches. */
export const orderReads: readonly Call[] = [
  orderCalls.list,
  orderCalls.info,
  orderProgressCalls.status,
  orderProgressCalls.log,
  orderBillCalls.forceSubmitPreview,
  orderEditCalls.messages,
]

/**
 * Sends a change of an order. Where somebody else was faster nothing of theirs is lost: what is on the screen is asked for again, and the
 * refusal says who did what.
 */
export function useOrderSend<C extends Call>(call: C): (input: InputOf<C>) => Promise<AnswerOf<C>> {
  const { send } = useSend(call, { refreshes: orderReads })
  return useCallback(
    async (input) => {
      try {
        return await send(input)
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error
        await refresh(orderReads)
        throw conflictInWords(error)
      }
    },
    [send],
  )
}
