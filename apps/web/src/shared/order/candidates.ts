import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { dispatchFilterText } from '@chauffeur/contract/order/model'
import { useCallback, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { tr } from '#platform/text/text.ts'
import { useDebounced } from '#ui/timing/use-debounced.ts'

export type Candidate = AnswerOf<typeof dispatchDeskCalls.drivers>['rows'][number]

/**
 * Gives an order to a driver by hand: those it can be given to, nearest first, each with what speaks against them; found by name or number
 * as it is typed. `settled` once the list is of what is typed, and no longer of what was typed before. `overruled`: the operator
 * takes the chosen driver in spite of a doubt.
 */
export function useAssigning(orderId: string, enabled = true) {
  const [typed, setTyped] = useState('')
  // NOTE: the driver and not the place in the list, which is sorted anew every few seconds while the operator reads it.
  const [driverId, setDriverId] = useState<string | null>(null)
  const [overruledId, overrule] = useState<string | null>(null)
  const keyword = useDebounced(typed.trim(), 300)
  const query = useCall(
    dispatchDeskCalls.drivers,
    { orderId, ...(keyword && { keyword }), limit: 30 },
    { enabled, keepPrevious: true, refetchIntervalS: 5 },
  )
  const choose = useCallback((next: string | null) => {
    setDriverId(next)
    overrule(null)
  }, [])
  return {
    typed,
    setTyped,
    query,
    settled: keyword === typed.trim() && query.data !== undefined && !query.isPlaceholderData,
    driverId,
    chosen: query.data?.rows.find((driver) => driver.driverId === driverId),
    choose,
    overruled: driverId !== null && overruledId === driverId,
    overrule,
  }
}

/** A doubt can be overruled by who assigns; what makes it impossible cannot. */
export const mayBeAssigned = (driver: Candidate) => driver.hindrance === null || driver.overridable

/** What speaks against the driver, in words; empty where nothing does. */
export const hindranceWords = (driver: Candidate) => (driver.hindrance === null ? '' : tr(dispatchFilterText[driver.hindrance]))
