import { driverFileCalls } from '@chauffeur/contract/driver/file'
import { listenRangeCalls } from '@chauffeur/contract/driver/listen-range'
import { useEffect, useMemo, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import type { Fleet } from './fleet.view.ts'

/** From how far the chosen driver is asked for orders right now, around where they are: what an operator gave them, or else their own. */
export function useListenRing(fleet: Fleet, driverId: string | null) {
  const asked = { enabled: driverId !== null, silent: true, refetchIntervalS: 15 }
  const { data: info } = useCall(driverFileCalls.info, { driverId: driverId ?? '' }, asked)
  const { data: given } = useCall(listenRangeCalls.list, { driverId: driverId ?? '', state: 'CURRENT', pageSize: 1 }, asked)
  const [place, setPlace] = useState<{ lng: number; lat: number } | null>(null)
  // Drawn anew when this driver moves, not with each of the others.
  useEffect(() => {
    const look = () =>
      setPlace((old) => {
        const now = (driverId === null ? undefined : fleet.points.placeOf(driverId)) ?? null
        return old?.lng === now?.lng && old?.lat === now?.lat ? old : now
      })
    look()
    return fleet.subscribe(look)
  }, [fleet, driverId])
  const radiusM = driverId !== null && given && info ? (given.rows[0]?.radiusM ?? info.listenRadiusM) : null
  return useMemo(() => (place === null || radiusM === null ? null : { centre: place, radiiM: [radiusM] }), [place, radiusM])
}
