import { useMemo } from 'react'
import { pointOf } from '#shared/order/place.view.ts'
import type { TripPlace } from '../draft/desk-draft.ts'
import type { OrderStatus } from '../progress/progress.view.ts'

/** An end of an order as the map draws it; nothing where only its address is known. */
function drawn(place: OrderStatus['dropoff']) {
  const at = pointOf(place)
  return at && { ...at, address: place?.address ?? '' }
}

/** From where to where the map shows: an order once it is known, what is typed before. */
export function useEnds(order: OrderStatus | undefined, typed: { pickup: TripPlace | null; dropoff: TripPlace | null }) {
  const { pickup, dropoff } = order ?? {}
  return {
    pickup: useMemo(() => (pickup ? drawn(pickup) : typed.pickup), [pickup, typed.pickup]),
    dropoff: useMemo(() => (dropoff === undefined ? typed.dropoff : drawn(dropoff)), [dropoff, typed.dropoff]),
  }
}
