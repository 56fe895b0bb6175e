import type { Datum } from '@chauffeur/contract/kernel/fields'
import gcoordModule from 'gcoord'

// The package is CommonJS whose types say ES module: what arrives as the default is the library itself.
const gcoord = gcoordModule as unknown as typeof gcoordModule.default

export interface LatLng {
  lat: number
  lng: number
}

/** Everything inside is WGS84; what comes in says what it is. */
export function toWgs84(point: LatLng, datum: Datum | undefined): LatLng {
  if (datum !== 'GCJ02') return { lat: point.lat, lng: point.lng }
  const [lng, lat] = gcoord.transform<[number, number]>([point.lng, point.lat], gcoord.GCJ02, gcoord.WGS84)
  return { lat, lng }
}

/** For services of the country that know no other datum. */
export function toGcj02(point: LatLng): LatLng {
  const [lng, lat] = gcoord.transform<[number, number]>([point.lng, point.lat], gcoord.WGS84, gcoord.GCJ02)
  return { lat, lng }
}
