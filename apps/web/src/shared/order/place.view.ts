import type { orderPlace } from '@chauffeur/contract/order/model'
import type * as z from 'zod'
import type { LngLat } from '#ui/map-points/geo.ts'

/** Where an end of a trip is (WGS84); null where only its address is known. */
export const pointOf = (place: Pick<z.output<typeof orderPlace>, 'lat' | 'lng'> | null): LngLat | null =>
  place === null || place.lat === null || place.lng === null ? null : { lng: place.lng, lat: place.lat }
