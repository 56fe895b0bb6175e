import KDBush from 'kdbush'
import { between } from './motion.ts'
import type { PointStore } from './point-store.ts'

/** How far a gliding point may be seen from the fix that the index knows, in pixels. */
const SLACK_PX = 40

/** Finds the point under the pointer; the index is rebuilt only when someone asks after a change. */
export function createHitTest(store: PointStore) {
  let tree: KDBush | undefined
  let builtFor = -1

  const index = () => {
    if (tree && builtFor === store.revision()) return tree
    const { toX, toY } = store.columns()
    const length = store.length()
    tree = new KDBush(length)
    for (let at = 0; at < length; at++) tree.add(toX[at] as number, toY[at] as number)
    tree.finish()
    builtFor = store.revision()
    return tree
  }

  /** The nearest visible point within `radiusPx` of a mercator place; `pxPerWorld` tells the zoom. */
  return function hit(x: number, y: number, radiusPx: number, pxPerWorld: number, nowMs = Date.now()): string | null {
    if (store.length() === 0) return null
    const columns = store.columns()
    let best: string | null = null
    let bestPx = radiusPx
    for (const at of index().within(x, y, (radiusPx + SLACK_PX) / pxPerWorld)) {
      if (columns.hidden[at]) continue
      const span = [columns.startMs[at] as number, columns.endMs[at] as number] as const
      const dx = between(columns.fromX[at] as number, columns.toX[at] as number, ...span, nowMs) - x
      const dy = between(columns.fromY[at] as number, columns.toY[at] as number, ...span, nowMs) - y
      const px = Math.hypot(dx, dy) * pxPerWorld
      if (px <= bestPx) {
        bestPx = px
        best = store.idAt(at) ?? null
      }
    }
    return best
  }
}
