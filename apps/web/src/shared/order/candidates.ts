import { dispatchDeskCalls } from '@chauffeur/contract/dispatch-desk'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { dispatchFilterText } from '@chauffeur/contract/order-model'
import { useCall } from '#platform/call.ts'
import { tr } from '#platform/text.ts'
import { useDebounced } from '#ui/use-debounced.ts'

export type Candidate = AnswerOf<typeof dispatchDeskCalls.drivers>['rows'][number]

/**
 * Drivers an order can be given to by hand, nearest first, each with what speaks against them; found by name or number as it is typed.
 * `settled` once the list is of what is typed, and no longer of what was typed before.
 */
export function useCandidates(orderId: string, typed: string, enabled = true) {
  const keyword = useDebounced(typed.trim(), 300)
  const query = useCall(
    dispatchDeskCalls.drivers,
    { orderId, ...(keyword && { keyword }), limit: 30 },
    { enabled, keepPrevious: true, refetchIntervalS: 5 },
  )
  return { query, settled: keyword === typed.trim() && query.data !== undefined && !query.isPlaceholderData }
}

/** A doubt can be overruled by who assigns; what makes it impossible cannot. */
export const mayBeAssigned = (driver: Candidate) => driver.hindrance === null || driver.overridable

/** What speaks against the driver, in words; empty where nothing does. */
export const hindranceWords = (driver: Candidate) => (driver.hindrance === null ? '' : tr(dispatchFilterText[driver.hindrance]))
