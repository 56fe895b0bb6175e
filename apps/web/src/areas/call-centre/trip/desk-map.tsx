import { cityCalls, type openCity } from '@chauffeur/contract/operations/city'
import { useCallback, useMemo, useRef } from 'react'
import type { output } from 'zod'
import { sendCall } from '#platform/http/call.ts'
import { useSession } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { driverPalette } from '#shared/driver/driver-tone.ts'
import { areasOf, cityView, useMapConfig } from '#shared/city/map-config.ts'
import { distanceM } from '#ui/map-points/geo.ts'
import { type LngLat, type MapMark, MapView } from '#ui/map/map.tsx'
import type { PointStore } from '#ui/map-points/point-store.ts'
import type { End, TripPlace } from '../draft/desk-draft.ts'

export type OpenCity = output<typeof openCity>

export interface DeskMapProps {
  cities: readonly OpenCity[]
  city: OpenCity | undefined
  pickup: (LngLat & { address: string }) | null
  dropoff: (LngLat & { address: string }) | null
  /** Who is on the way to the customer. */
  driver: { driverId: string; lat: number | null; lng: number | null } | null
  /** The customer is in the car. */
  driving: boolean
  points: PointStore
  /** Where the drivers near the pick-up are, the nearest first; undefined until it is known. */
  nearest: readonly LngLat[] | undefined
  selectedId: string | null
  titleOf: (driverId: string) => string
  /** Which end a click on the ground sets; null when the trip can no longer be changed. */
  target: End | null
  onGround: (place: LngLat) => void
  onPick: (driverId: string) => void
  onMoved: (end: End, place: LngLat) => void
}

/** So many of the nearest drivers are in view at first, unless they are this far away. */
const SHOWN_AT_FIRST = 5
const FAR_M = 6_000

const china = { centre: { lng: 112.5, lat: 31 }, zoom: 4 }

export function DeskMap({
  cities,
  city,
  pickup,
  dropoff,
  driver,
  driving,
  points,
  nearest,
  selectedId,
  titleOf,
  target,
  onGround,
  onPick,
  onMoved,
}: DeskMapProps) {
  const config = useMapConfig()
  const theme = useSession((state) => state.theme)
  const areas = useMemo(() => areasOf(cities), [cities])
  const movable = target !== null
  const marks = useMemo<MapMark[]>(
    () => [
      ...(pickup
        ? [
            {
              id: 'pickup',
              ...pickup,
              label: t('上车点：{address}', { address: pickup.address }),
              name: pickup.address,
              sign: t('上'),
              tone: 'pickup' as const,
              movable,
            },
          ]
        : []),
      ...(dropoff
        ? [
            {
              id: 'dropoff',
              ...dropoff,
              label: t('目的地：{address}', { address: dropoff.address }),
              name: dropoff.address,
              sign: t('下'),
              tone: 'dropoff' as const,
              movable,
            },
          ]
        : []),
    ],
    [pickup, dropoff, movable],
  )
  // NOTE: the map turns to the driver when they take the order and when they set off; following each fix would take it out of the operator's hands.
  const driverId = driver?.driverId
  const heading = driving ? dropoff : pickup
  const coming = useRef(driver)
  coming.current = driver
  // As the driver is: those who are near when they become known decide once what is shown.
  const around = useRef<readonly LngLat[]>([])
  around.current = nearest ?? []
  const asked = nearest !== undefined
  const view = useMemo(() => {
    const { lat = null, lng = null } = (driverId === undefined ? null : coming.current) ?? {}
    if (lat !== null && lng !== null) return { fit: heading ? [heading, { lat, lng }] : [{ lat, lng }], maxZoom: 15 }
    // NOTE: a destination in another city would shrink the drivers around the customer to a dot.
    if (pickup && dropoff && distanceM(pickup, dropoff) < 40_000) return { fit: [pickup, dropoff], maxZoom: 14 }
    if (pickup) {
      const near = asked ? around.current.filter((place) => distanceM(pickup, place) < FAR_M).slice(0, SHOWN_AT_FIRST) : []
      return near.length > 0 ? { fit: [pickup, ...near], maxZoom: 14.5 } : { centre: pickup, zoom: 13.2 }
    }
    return city ? cityView(city) : undefined
  }, [pickup, dropoff, city, driverId, heading, asked])
  const rings = useMemo(() => (pickup ? { centre: pickup, radiiM: [1_000, 3_000] } : null), [pickup])
  const lines = useMemo(() => (pickup && dropoff ? [[pickup, dropoff]] : []), [pickup, dropoff])
  // The words come with the drivers, the map asks for them with every picture.
  const words = useRef(titleOf)
  words.current = titleOf
  const labelOf = useCallback((driverId: string) => words.current(driverId), [])
  const hint = target === null ? undefined : target === 'pickup' ? t('点击地图设为上车点') : t('点击地图设为目的地')

  return (
    <MapView
      label={t('地图：方向键移动，加减键缩放，Enter 选取十字处')}
      config={config}
      start={china}
      view={view}
      areas={areas}
      marks={marks}
      rings={rings}
      lines={lines}
      points={points}
      palette={driverPalette(theme)}
      selectedId={selectedId}
      titleOf={titleOf}
      labelOf={labelOf}
      onPick={onPick}
      onMarkMoved={(id, place) => onMoved(id as End, place)}
      onGround={target === null ? undefined : onGround}
      hint={hint}
    />
  )
}

/** What a place clicked on the map is called, which the operator may overtype. */
export async function addressAt(place: LngLat): Promise<{ place: TripPlace; cityId: string | undefined }> {
  const found = await sendCall(cityCalls.reverseAddress, { lat: place.lat, lng: place.lng, datum: 'WGS84' })
  const called = { address: found.address || t('地图所选位置'), named: found.named }
  return { place: { ...place, address: called.address, pin: 'DRAGGED', called }, cityId: found.cityId ?? undefined }
}
