import type { LatLng } from '#platform/values/geo'
import type { Leg } from './service.ts'

/** Degrees: some 200 by 150 to 200 metres where people live in China. */
const CELL = { lat: 0.0018, lng: 0.002 }
const cell = ({ lat, lng }: LatLng) => `${Math.floor(lat / CELL.lat)},${Math.floor(lng / CELL.lng)}`
/** Two places, each as the cell that it lies in; which way a car looks does not matter. */
export const cellsKey = (from: LatLng, to: LatLng): string => `${cell(from)}>${cell(to)}`

/** Nearer than this a way is a matter of which side of the cell one stands on. */
export const NEAR_M = 400

/** What is known from one pair of cells for two other places in them: as much longer or shorter as the straight line between them is. */
export function legBetween(known: Leg & { straightM: number }, straightM: number): Leg {
  const distanceM = Math.max(Math.round(straightM), Math.round(known.distanceM + straightM - known.straightM))
  return { distanceM, durationS: known.distanceM > 0 ? Math.round((known.durationS * distanceM) / known.distanceM) : known.durationS }
}
