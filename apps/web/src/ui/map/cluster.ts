import { latOf, lngOf, worldPx } from './geo.ts'
import type { PointStore } from './point-store.ts'

export interface Cluster {
  lng: number
  lat: number
  count: number
}

/** Below this zoom points are drawn as counted groups: a whole city is then a few hundred pixels wide. */
export const CLUSTER_BELOW_ZOOM = 8.5

/** Visible points counted by squares of `cellPx` on the screen; each group stands at the mean of its points. */
export function clustersOf(store: PointStore, zoom: number, cellPx = 64): Cluster[] {
  const columns = store.columns()
  // NOTE: half zoom steps keep the groups from being re-cut with every wheel tick.
  const cells = worldPx(Math.round(zoom * 2) / 2) / cellPx
  const sums = new Map<number, { x: number; y: number; count: number }>()
  for (let at = 0; at < store.length(); at++) {
    if (columns.hidden[at]) continue
    const x = columns.toX[at] as number
    const y = columns.toY[at] as number
    const key = Math.floor(x * cells) * 4_194_304 + Math.floor(y * cells)
    const sum = sums.get(key)
    if (sum) {
      sum.x += x
      sum.y += y
      sum.count++
    } else sums.set(key, { x, y, count: 1 })
  }
  return [...sums.values()].map(({ x, y, count }) => ({ lng: lngOf(x / count), lat: latOf(y / count), count }))
}
