import { driverCalls } from '@chauffeur/contract/driver/list'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useEffect, useMemo, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { useCan } from '#platform/session/session.ts'
import { useTabActive } from '#platform/tab/tab.ts'
import type { HeatCell, MapSpot } from '#ui/map/map.tsx'
import { useThrottled } from '#ui/timing/use-throttled.ts'
import type { Fleet } from './fleet.view.ts'
import { heatOf } from './heat.view.ts'

export type WaitingOrder = AnswerOf<typeof driverCalls.waiting>['rows'][number]

const ASK_EVERY_MS = 1_500
const HEAT_EVERY_MS = 3_000
const none: readonly never[] = []

/** Spots are told apart from drivers by this before their id. */
const SPOT = 'order:'
export const orderIdOf = (id: string): string | null => (id.startsWith(SPOT) ? id.slice(SPOT.length) : null)

export const spotOf = (orderId: string): string => `${SPOT}${orderId}`

interface Waiting {
  orders: readonly WaitingOrder[]
  /** Null before anything is known of them: that is not nobody. */
  count: number | null
}

/** The orders that wait now, kept by the live stream; none for operators who may not see orders. */
export function useWaiting(filter: { cityId: string; orgIds: readonly string[]; organisationsOnly: boolean }): Waiting {
  const may = useCan('order.view')
  const query = useCall(driverCalls.waiting, {}, { enabled: may, refetchIntervalS: usePollS(5, 15), keepPrevious: true, silent: true })
  const ask = useThrottled(() => query.refetch(), ASK_EVERY_MS)
  useLive('orders', ask, { enabled: may, onGap: ask })
  const { cityId, orgIds, organisationsOnly } = filter
  const rows = query.data?.rows
  return useMemo(() => {
    const orders = rows?.filter(
      (row) =>
        (cityId === '' || row.cityId === cityId) &&
        (orgIds.length === 0 || (row.orgId !== null && orgIds.includes(row.orgId))) &&
        (!organisationsOnly || row.orgId !== null),
    )
    return { orders: orders ?? none, count: orders?.length ?? null }
  }, [rows, cityId, orgIds, organisationsOnly])
}

/** Since when an order waits, and when its search gives up. */
export const standingOf = ({ waitingSince, searchEndsAt }: WaitingOrder) => ({
  sinceMs: Date.parse(waitingSince),
  endsAtMs: searchEndsAt === null ? null : Date.parse(searchEndsAt),
})

type Placed = WaitingOrder & { lat: number; lng: number }
/** Those that have a place on the map. */
const placed = (waiting: readonly WaitingOrder[]): Placed[] =>
  waiting.filter((order): order is Placed => order.lat !== null && order.lng !== null)

/** The waiting orders as the map draws them. */
export function useSpots(waiting: readonly WaitingOrder[], shown: boolean): readonly MapSpot[] {
  return useMemo(
    () =>
      shown ? placed(waiting).map((order) => ({ id: spotOf(order.orderId), lng: order.lng, lat: order.lat, ...standingOf(order) })) : none,
    [waiting, shown],
  )
}

/** Demand against supply, reckoned anew every few seconds while it is looked at. */
export function useHeat(fleet: Fleet, waiting: readonly WaitingOrder[], shown: boolean): readonly HeatCell[] {
  const active = useTabActive()
  const [cells, setCells] = useState<readonly HeatCell[]>(none)
  useEffect(() => {
    if (!shown || !active) return
    const reckon = () => setCells(heatOf(placed(waiting), fleet.idlePlaces()))
    reckon()
    const timer = setInterval(reckon, HEAT_EVERY_MS)
    return () => clearInterval(timer)
  }, [shown, active, waiting, fleet])
  return shown ? cells : none
}
