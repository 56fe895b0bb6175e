import type { Entrance } from '@chauffeur/contract/operations/place'
import type { LngLat } from '#ui/map/map.tsx'

/** Where a place is, and its doors. */
export interface PlacePoints {
  at: LngLat | null
  entrances: readonly Entrance[]
}
/** A place as its form holds it. */
export interface PlaceValues {
  name: string
  cityId: string
  address?: string
  aliases?: string[]
  pickupNote?: string
  points: PlacePoints
}

const MOST_DOORS = 30
export const isFull = ({ entrances }: PlacePoints): boolean => entrances.length >= MOST_DOORS

/** Some 10 cm: nobody drags a pin more exactly. */
const rounded = ({ lat, lng }: LngLat): LngLat => ({ lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 })

/** A click on the ground: the place itself first, then a door for each. */
export function clicked(points: PlacePoints, place: LngLat, doorName: (n: number) => string): PlacePoints {
  if (!points.at) return { ...points, at: rounded(place) }
  if (isFull(points)) return points
  return { ...points, entrances: [...points.entrances, { name: doorName(points.entrances.length + 1), note: '', ...rounded(place) }] }
}

/** The pin that was dragged: the place, or the door of that number. */
export function dragged(points: PlacePoints, pin: string, place: LngLat): PlacePoints {
  if (pin === 'place') return { ...points, at: rounded(place) }
  return withDoor(points, Number(pin), rounded(place))
}

export const withDoor = (points: PlacePoints, at: number, set: Partial<Entrance>): PlacePoints => ({
  ...points,
  entrances: points.entrances.map((door, n) => (n === at ? { ...door, ...set } : door)),
})
export const withoutDoor = (points: PlacePoints, at: number): PlacePoints => ({
  ...points,
  entrances: points.entrances.filter((_, n) => n !== at),
})
