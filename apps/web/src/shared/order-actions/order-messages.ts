import { orderEditCalls, type OrderMessageKind } from '@chauffeur/contract/order/edit'
import { useCall } from '#platform/http/call.ts'

/** Messages to the customer that are true of the order now, as they would read, and one's own words. */
export function useMessageKinds(orderId: string, enabled = true) {
  const query = useCall(orderEditCalls.messages, { orderId }, { enabled })
  const drafts = query.data?.drafts ?? []
  const kinds: OrderMessageKind[] = [...drafts.map(({ kind }) => kind), 'CUSTOM']
  return { query, kinds, wordsOf: (kind: OrderMessageKind) => drafts.find((draft) => draft.kind === kind)?.body ?? '' }
}
