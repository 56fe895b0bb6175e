import type { LatLng } from '#platform/values/geo'

/** Nearer than this a point is the place itself. */
const AT_PLACE_M = 50
/** Degrees of longitude are that much shorter than those of latitude. */
const squeezed = (lat: number) => Math.cos((lat * Math.PI) / 180)
const SIDES = ['北', '东北', '东', '东南', '南', '西南', '西', '西北'] as const

/** On which side of a place a point lies. */
function sideOf(place: LatLng, at: LatLng): (typeof SIDES)[number] {
  const east = (at.lng - place.lng) * squeezed(place.lat)
  const eighths = Math.round((Math.atan2(east, at.lat - place.lat) / Math.PI) * 4)
  return SIDES[(eighths + 8) % 8]!
}

/** As somebody would say it on the telephone: nobody walks to a metre. */
const about = (metres: number): string =>
  metres < 1000 ? `约${Math.max(10, Math.round(metres / 10) * 10)}米` : `约${(metres / 1000).toFixed(1)}公里`

/** A point in words that can be read to a caller: how far it is from a place and on which side. */
export function pointWords(at: LatLng, nearest: LatLng & { name: string; distanceM: number }): string {
  return nearest.distanceM <= AT_PLACE_M ? nearest.name : `${nearest.name}${sideOf(nearest, at)}${about(nearest.distanceM)}`
}
