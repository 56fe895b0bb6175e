import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { useCallback, useRef, useState } from 'react'
import { refresh, sendCall } from '#platform/http/call.ts'
import { type DraftAction, type PlaceInput, routeOf } from '../draft/desk-draft.ts'
import { outcomeUnknown, refusalOf, mayRetry, type DeskRefusal } from '../draft/desk-refusal.ts'

const RETRY_MS = [1_000, 3_000]
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

/**
 * Places an order once. The key is kept with what was sent until there is an answer, so a double press, a lost answer,
 * a reload and a new sign-in all end with one order.
 */
export function usePlace(dispatch: (action: DraftAction) => void) {
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<DeskRefusal | null>(null)
  const flying = useRef(false)

  const send = useCallback(
    async (input: PlaceInput, key: string) => {
      if (flying.current) return
      flying.current = true
      setPending(true)
      setRefusal(null)
      dispatch({ type: 'attempted', key, input })
      try {
        for (let tries = 0; ; tries++) {
          try {
            const placed = await sendCall(callCentreCalls.place, input, { idempotencyKey: key })
            dispatch({
              type: 'placed',
              placed: {
                bookingNo: placed.bookingNo,
                orders: placed.orders.map(({ orderId, orderNo }) => ({ orderId, orderNo })),
                route: routeOf(input.pickupAddress, input.dropoffAddress),
              },
            })
            void refresh([callCentreCalls.customerInfo])
            return
          } catch (error) {
            const retryMs = RETRY_MS[tries]
            if (retryMs !== undefined && mayRetry(error)) {
              await wait(retryMs)
              continue
            }
            setRefusal(refusalOf(error))
            if (!outcomeUnknown(error)) dispatch({ type: 'attemptEnded' })
            return
          }
        }
      } finally {
        flying.current = false
        setPending(false)
      }
    },
    [dispatch],
  )

  return { send, pending, refusal, clear: useCallback(() => setRefusal(null), []) }
}
