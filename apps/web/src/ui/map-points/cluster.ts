import { latOf, lngOf, worldPx } from './geo.ts'
import type { PointStore } from './point-store.ts'

export interface Cluster {
  lng: number
  lat: number
  count: number
  /** How many of each tone. */
  tones: readonly number[]
}

/** Below this zoom points are drawn as counted groups: a whole city is then a few hundred pixels wide. */
export const CLUSTER_BELOW_ZOOM = 8.5

/** As many as the palette has room for. */
const MOST_TONES = 12

interface Sum {
  x: number
  y: number
  count: number
  tones: number[]
}

/** Visible points counted by squares of `cellPx` on the screen; each group stands at the mean of its points, none upon another. */
export function clustersOf(store: PointStore, zoom: number, cellPx = 64): Cluster[] {
  const columns = store.columns()
  // NOTE: half zoom steps keep the groups from being re-cut with every wheel tick.
  const cells = worldPx(Math.round(zoom * 2) / 2) / cellPx
  const sums = new Map<number, Sum>()
  for (let at = 0; at < store.length(); at++) {
    if (columns.hidden[at]) continue
    const x = columns.toX[at] as number
    const y = columns.toY[at] as number
    const key = Math.floor(x * cells) * 4_194_304 + Math.floor(y * cells)
    const sum = sums.get(key)
    const tone = columns.tone[at] as number
    if (sum) {
      sum.x += x
      sum.y += y
      sum.count++
      sum.tones[tone] = (sum.tones[tone] ?? 0) + 1
    } else {
      const tones = Array.from({ length: MOST_TONES }, () => 0)
      tones[tone] = 1
      sums.set(key, { x, y, count: 1, tones })
    }
  }
  return apart([...sums.values()], 0.7 / cells).map(({ x, y, count, tones }) => ({
    lng: lngOf(x / count),
    lat: latOf(y / count),
    count,
    tones,
  }))
}

/** A city cut by the edge of a square is still one city: groups nearer than `distance` become one, the largest first. */
function apart(groups: Sum[], distance: number): Sum[] {
  const kept: Sum[] = []
  for (const group of groups.sort((a, b) => b.count - a.count)) {
    const near = kept.find(
      (one) => Math.hypot(one.x / one.count - group.x / group.count, one.y / one.count - group.y / group.count) < distance,
    )
    if (near) add(near, group)
    else kept.push(group)
  }
  return kept
}

function add(sum: Sum, other: Sum): void {
  sum.x += other.x
  sum.y += other.y
  sum.count += other.count
  other.tones.forEach((count, tone) => (sum.tones[tone] = (sum.tones[tone] ?? 0) + count))
}
