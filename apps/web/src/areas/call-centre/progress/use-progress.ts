import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { useEffect, useState } from 'react'
import { refresh, useCall } from '#platform/http/call.ts'
import { useLive } from '#platform/live/live.ts'
import { useThrottled } from '#ui/timing/use-throttled.ts'
import { isLive } from './progress.view.ts'

/** A search looks around again so often. */
const POLL_S = 2

/** How an order goes, told at once by the live stream; asked every few seconds as well, since a driver on the way moves without any event. */
export function useProgress(orderId: string | undefined) {
  const [over, setOver] = useState(false)
  const query = useCall(
    callCentreCalls.orderStatus,
    { orderId: orderId ?? '' },
    { enabled: orderId !== undefined, refetchIntervalS: over ? undefined : POLL_S },
  )
  const soon = useThrottled(() => query.refetch(), 500)
  useLive('orders', (event) => event.orderId === orderId && soon(), { enabled: orderId !== undefined, onGap: soon })
  const status = query.data?.serviceStatus
  useEffect(() => {
    const ended = status !== undefined && !isLive(status)
    setOver(ended)
    // The caller's card goes on calling it under way otherwise.
    if (ended) void refresh([callCentreCalls.customerInfo])
  }, [status])
  return query
}
