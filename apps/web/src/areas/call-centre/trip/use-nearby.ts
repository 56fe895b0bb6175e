import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { useEffect, useMemo } from 'react'
import { useCall } from '#platform/http/call.ts'
import { toneOf } from '#shared/driver/driver-tone.ts'
import { createPointStore, type MapPoint } from '#ui/map-points/point-store.ts'
import type { LngLat } from '#ui/map-points/geo.ts'
import type { OrderStatus } from '../progress/progress.view.ts'

const lessMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** The drivers on the desk's map: those near the pick-up, or once somebody took the order, the one who comes. */
export function useNearby(cityId: string, pickup: LngLat | null, order: OrderStatus | undefined, searching: boolean) {
  const store = useMemo(() => createPointStore({ lessMotion }), [])
  const wanted = pickup !== null && cityId !== '' && searching
  const nearby = useCall(
    callCentreCalls.nearbyDrivers,
    { cityId, lat: pickup?.lat ?? 0, lng: pickup?.lng ?? 0, datum: 'WGS84', limit: 20 },
    { enabled: wanted, refetchIntervalS: 5, keepPrevious: true },
  )
  const rows = wanted ? nearby.data?.rows : undefined
  const driver = order?.driver

  useEffect(() => {
    const now = Date.now()
    const points: MapPoint[] = searching
      ? (rows ?? []).map((row) => ({
          id: row.driverId,
          lng: row.lng,
          lat: row.lat,
          tone: toneOf(row.workStatus),
          fixedAtMs: now - row.ageS * 1000,
        }))
      : driver && driver.lat !== null && driver.lng !== null
        ? [
            {
              id: driver.driverId,
              lng: driver.lng,
              lat: driver.lat,
              tone: toneOf(driver.workStatus),
              fixedAtMs: now - (driver.ageS ?? 0) * 1000,
            },
          ]
        : []
    store.replace(points, now)
  }, [store, rows, driver, searching])

  return { store, rows, error: nearby.error }
}
