/** A place in WGS84 degrees. Everything inside the map is WGS84; other datums are converted at the border (`datum.ts`). */
export interface LngLat {
  lng: number
  lat: number
}

const EARTH_M = 6_371_008.8
const rad = Math.PI / 180
const MAX_LAT = 85.051129

/** Web mercator, 0 to 1 from west to east and from north to south. */
export const mercatorX = (lng: number) => (lng + 180) / 360
export function mercatorY(lat: number): number {
  const clamped = Math.max(-MAX_LAT, Math.min(MAX_LAT, lat))
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (clamped * rad) / 2)) / (2 * Math.PI)
}
export const lngOf = (x: number) => x * 360 - 180
export const latOf = (y: number) => (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2) / rad

/** Pixels of the whole world at a zoom (tiles of 512). */
export const worldPx = (zoom: number) => 512 * 2 ** zoom

/** Great-circle distance in metres. */
export function distanceM(a: LngLat, b: LngLat): number {
  const dLat = (b.lat - a.lat) * rad
  const dLng = (b.lng - a.lng) * rad
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** A closed ring of `[lng, lat]` around a centre. */
export function circleRing(centre: LngLat, radiusM: number, corners = 96): [number, number][] {
  const dLat = radiusM / EARTH_M / rad
  const dLng = dLat / Math.max(0.01, Math.cos(centre.lat * rad))
  return Array.from({ length: corners + 1 }, (_, at) => {
    const angle = ((at % corners) / corners) * 2 * Math.PI
    return [centre.lng + dLng * Math.sin(angle), centre.lat + dLat * Math.cos(angle)]
  })
}

/** The smallest box around places, or null for none. */
export function boxOf(places: readonly LngLat[]): [[number, number], [number, number]] | null {
  if (places.length === 0) return null
  const lngs = places.map((place) => place.lng)
  const lats = places.map((place) => place.lat)
  return [
    [Math.min(...lngs), Math.min(...lats)],
    [Math.max(...lngs), Math.max(...lats)],
  ]
}

/** The middle of an outline by its area, where its name is written; of one without area the middle of its corners. */
export function middleOf(ring: readonly LngLat[]): LngLat {
  const mean = { lng: sum(ring.map(({ lng }) => lng)) / ring.length, lat: sum(ring.map(({ lat }) => lat)) / ring.length }
  const parts = ring.map((a, at) => {
    const b = ring[(at + 1) % ring.length] as LngLat
    const [ax, ay, bx, by] = [a.lng - mean.lng, a.lat - mean.lat, b.lng - mean.lng, b.lat - mean.lat]
    const twice = ax * by - bx * ay
    return { twice, lng: (ax + bx) * twice, lat: (ay + by) * twice }
  })
  const twice = sum(parts.map((part) => part.twice))
  if (Math.abs(twice) < 1e-12) return mean
  return { lng: mean.lng + sum(parts.map(({ lng }) => lng)) / (3 * twice), lat: mean.lat + sum(parts.map(({ lat }) => lat)) / (3 * twice) }
}
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** How few places may lie apart from the others before they count as lost: one in so many. */
const STRAYS = 25

/**
 * The places a view of all of them is fitted to: of many, those few that lie far from all others are left out, since one driver in the next
 * town would shrink the rest to a dot.
 */
export function gathered(places: readonly LngLat[]): readonly LngLat[] {
  if (places.length < STRAYS) return places
  const spare = Math.floor(places.length / STRAYS / 2)
  const within = (values: number[]) => {
    const sorted = values.toSorted((a, b) => a - b)
    const [low, high] = [sorted[spare] as number, sorted[sorted.length - 1 - spare] as number]
    const room = (high - low) * 0.25
    return (value: number) => value >= low - room && value <= high + room
  }
  const [wide, high] = [within(places.map(({ lng }) => lng)), within(places.map(({ lat }) => lat))]
  return places.filter(({ lng, lat }) => wide(lng) && high(lat))
}

/** Spacing in degrees of a grid whose lines are about `px` pixels apart: 1, 2 or 5 times a power of ten. */
export function gridStepDeg(zoom: number, px = 140): number {
  const raw = (px / worldPx(zoom)) * 360
  const power = 10 ** Math.floor(Math.log10(raw))
  const lead = raw / power
  return (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10) * power
}

/** Meridians and parallels of that spacing within bounds, as coordinate pairs; never more than 200 lines. */
export function gridLines(west: number, south: number, east: number, north: number, stepDeg: number): [number, number][][] {
  const lines: [number, number][][] = []
  const top = Math.min(MAX_LAT, north)
  const bottom = Math.max(-MAX_LAT, south)
  for (let at = Math.ceil(west / stepDeg); at * stepDeg <= east && lines.length < 100; at++) {
    lines.push([
      [at * stepDeg, bottom],
      [at * stepDeg, top],
    ])
  }
  for (let at = Math.ceil(bottom / stepDeg); at * stepDeg <= top && lines.length < 200; at++) {
    lines.push([
      [west, at * stepDeg],
      [east, at * stepDeg],
    ])
  }
  return lines
}
