import type { Fix, Positions } from '../../apps/server/src/platform/live/positions.ts'

export interface Crowd {
  tenantId: string
  cityId: string
  driverIds: string[]
  lat: number
  lng: number
  /** New positions a second; each driver in turn. */
  perS: number
}

const TICK_MS = 20

/** A place around the centre: most drivers are near it, as in a town at night. About 25 km across. */
export function placeOf(n: number, centre: { lat: number; lng: number }, step = 0): { lat: number; lng: number } {
  // Two sequences that never fall in step spread them evenly.
  const angle = 2 * Math.PI * ((n * 0.754_877_666_2) % 1)
  const radius = 0.11 * ((n * 0.569_840_291) % 1) ** 0.7
  return { lat: centre.lat + radius * Math.sin(angle) + step * 0.000_02, lng: centre.lng + radius * Math.cos(angle) }
}

/** Puts every driver on the map at once, then moves them at the rate given, until the function returned is called. */
export function startFeed(positions: Positions, crowd: Crowd): () => void {
  const fixOf = (n: number, step: number): Fix => ({
    driverId: crowd.driverIds[n]!,
    tenantId: crowd.tenantId,
    cityId: crowd.cityId,
    ...placeOf(n, crowd, step),
    headingDeg: null,
    speedMps: null,
    accuracyM: 10,
    deviceAt: null,
    receivedAt: Date.now(),
  })
  positions.put(crowd.driverIds.map((_, n) => fixOf(n, 0)))
  const began = performance.now()
  let put = 0
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * crowd.perS)
    const fixes: Fix[] = []
    for (; put < due; put++) fixes.push(fixOf(put % crowd.driverIds.length, 1 + Math.floor(put / crowd.driverIds.length)))
    positions.put(fixes)
  }, TICK_MS)
  return () => clearInterval(timer)
}
