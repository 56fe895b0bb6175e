import gcoord from 'gcoord'
import type { LngLat } from '../map-points/geo.ts'

/** What base maps draw in; the first two also travel on the wire. */
export type MapDatum = 'WGS84' | 'GCJ02' | 'BD09'

const systems = { WGS84: gcoord.WGS84, GCJ02: gcoord.GCJ02, BD09: gcoord.BD09 } as const

/** A place as it came, in WGS84. A mix of datums shows as a shift of 50 to 700 m, so nothing else converts. */
export function toWgs84(place: LngLat & { datum?: MapDatum }): LngLat {
  return convert(place, place.datum ?? 'WGS84', 'WGS84')
}

/** A WGS84 place as a base map of another datum draws it. */
export function fromWgs84(place: LngLat, datum: MapDatum): LngLat {
  return convert(place, 'WGS84', datum)
}

function convert(place: LngLat, from: MapDatum, to: MapDatum): LngLat {
  if (from === to) return { lng: place.lng, lat: place.lat }
  const [lng, lat] = gcoord.transform([place.lng, place.lat], systems[from], systems[to])
  return { lng, lat }
}
