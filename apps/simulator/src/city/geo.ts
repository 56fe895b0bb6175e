import type { Stream } from '../random.ts'

/** WGS84, degrees. */
export interface Point {
  lat: number
  lng: number
}

/** A round piece of ground. */
export interface Area {
  centre: Point
  radiusM: number
}

const metresPerDegree = 111_195
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Moves a point by metres to the east and north; flat, so for distances within a city. */
export const moved = (from: Point, eastM: number, northM: number): Point => ({
  lat: from.lat + northM / metresPerDegree,
  lng: from.lng + eastM / (metresPerDegree * Math.cos(radians(from.lat))),
})

/** Metres to the east and north from one point to another. */
export const offsetM = (from: Point, to: Point) => ({
  eastM: (to.lng - from.lng) * metresPerDegree * Math.cos(radians(from.lat)),
  northM: (to.lat - from.lat) * metresPerDegree,
})

export function metresBetween(a: Point, b: Point): number {
  const { eastM, northM } = offsetM(a, b)
  return Math.hypot(eastM, northM)
}

/** Whole degrees clockwise from north, 0 to 359. */
export function headingDeg(from: Point, to: Point): number {
  const { eastM, northM } = offsetM(from, to)
  return Math.round((Math.atan2(eastM, northM) * 180) / Math.PI + 360) % 360
}

export const between = (from: Point, to: Point, share: number): Point => ({
  lat: from.lat + (to.lat - from.lat) * share,
  lng: from.lng + (to.lng - from.lng) * share,
})

export const isWithin = (area: Area, point: Point) => metresBetween(area.centre, point) <= area.radiusM

/** The point itself, or the nearest one on the edge when it lies outside. */
export function pulledInto(area: Area, point: Point): Point {
  const distanceM = metresBetween(area.centre, point)
  // A hair inside the edge, since the way back through degrees rounds.
  return distanceM <= area.radiusM ? point : between(area.centre, point, (area.radiusM * 0.9999) / distanceM)
}

/** A place in the area, denser towards the centre as people and drivers are. */
export function somewhereIn(area: Area, random: Stream): Point {
  const angle = random.between(0, 2 * Math.PI)
  const distanceM = area.radiusM * 0.999 * random.unit() ** 0.7
  return moved(area.centre, Math.sin(angle) * distanceM, Math.cos(angle) * distanceM)
}

/** A place so many metres away in some direction, pulled into the area. */
export function somewhereFrom(from: Point, distanceM: number, area: Area, random: Stream): Point {
  const angle = random.between(0, 2 * Math.PI)
  const aim = moved(from, Math.sin(angle) * distanceM, Math.cos(angle) * distanceM)
  // Near the edge half of all directions lead out: then go the other way rather than along the edge.
  return isWithin(area, aim) ? aim : pulledInto(area, moved(from, -Math.sin(angle) * distanceM, -Math.cos(angle) * distanceM))
}
