import type { LatLng } from '#platform/values/geo'
import type { Leg } from './service.ts'

/** Degrees: some 200 by 150 to 200 metres where people live in China. */
const CELL = { lat: 0.0018, lng: 0.002 }
const ROWS = 100_001
/** The cell that a place lies in; a number, since a tick asks for thousands. Which way a car looks does not matter. */
export const cellOf = ({ lat, lng }: LatLng): number => Math.floor((lng + 180) / CELL.lng) * ROWS + Math.floor((lat + 90) / CELL.lat)

/** Nearer than this a way is a matter of which side of the cell one stands on. */
export const NEAR_M = 400

/** What is known from one pair of cells for two other places in them: as much longer or shorter as the straight line between them is. */
export function legBetween(known: Leg & { straightM: number }, straightM: number): Leg {
  const distanceM = Math.max(Math.round(straightM), Math.round(known.distanceM + straightM - known.straightM))
  return { distanceM, durationS: known.distanceM > 0 ? Math.round((known.durationS * distanceM) / known.distanceM) : known.durationS }
}
