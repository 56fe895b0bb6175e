import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import { orderActionCalls } from '@chauffeur/contract/order-action'
import { orderCalls } from '@chauffeur/contract/order'
import type { ServiceStatus } from '@chauffeur/contract/order-model'
import { useCallback } from 'react'
import { RefusalError, refresh, useSend } from '#platform/call.ts'
import { t } from '#platform/text.ts'
import { eventWords } from './order.view.ts'

/** Every view of orders that a change reaches. */
export const orderReads: readonly Call[] = [
  orderCalls.list,
  orderCalls.info,
  orderActionCalls.status,
  orderActionCalls.log,
  orderActionCalls.messages,
]

interface Before {
  serviceStatus: ServiceStatus
  event: string
  actorName: string
}
const cameBefore = (error: unknown): error is RefusalError & { data: Before } =>
  error instanceof RefusalError && error.error === 'order.changed' && typeof error.data === 'object' && error.data !== null

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
        if (!cameBefore(error)) throw error
        const { actorName, event, serviceStatus } = error.data
        const words = t('{who} 刚刚更新了订单：{what}。请核对最新状态后再提交。', {
          who: actorName || t('系统'),
          what: eventWords(event, serviceStatus),
        })
        throw new RefusalError(error.code, error.error, words, error.data)
      }
    },
    [send],
  )
}
