import { headingOf, metresBetween, MOVED_M, stands } from './heading.ts'
import { latOf, lngOf, mercatorX, mercatorY, type LngLat } from './geo.ts'
import { between, freshnessCode, glideMs } from './motion.ts'

export interface MapPoint extends LngLat {
  id: string
  /** Index into the palette given to the map. */
  tone: number
  /** As the device tells it; without one the way between two positions tells. */
  headingDeg?: number | null
  /** When the position was taken, on this machine's clock. */
  fixedAtMs: number
}

/** In place of a heading: stands, or nobody knows which way. */
export const NO_HEADING = 255

/** The columns of the store; `length` of them are in use, in no lasting order. */
export interface PointColumns {
  fromX: Float64Array
  fromY: Float64Array
  toX: Float64Array
  toY: Float64Array
  startMs: Float64Array
  endMs: Float64Array
  fixedAtMs: Float64Array
  /** Where somebody last was as they had clearly come on, and when. */
  turnX: Float64Array
  turnY: Float64Array
  movedAtMs: Float64Array
  tone: Uint8Array
  freshness: Uint8Array
  /** Degrees ÷ 1.5, or NO_HEADING. */
  heading: Uint8Array
  /** 1: has not come on for a while, wherever it is headed. */
  stands: Uint8Array
  hidden: Uint8Array
}

export type PointFilter = (id: string, tone: number, freshness: number) => boolean

const columnsOf = (size: number): PointColumns => ({
  fromX: new Float64Array(size),
  fromY: new Float64Array(size),
  toX: new Float64Array(size),
  toY: new Float64Array(size),
  startMs: new Float64Array(size),
  endMs: new Float64Array(size),
  fixedAtMs: new Float64Array(size),
  turnX: new Float64Array(size),
  turnY: new Float64Array(size),
  movedAtMs: new Float64Array(size),
  tone: new Uint8Array(size),
  freshness: new Uint8Array(size),
  heading: new Uint8Array(size),
  stands: new Uint8Array(size),
  hidden: new Uint8Array(size),
})

const headingCode = (deg: number | null): number => (deg === null ? NO_HEADING : Math.round((((deg % 360) + 360) % 360) / 1.5) % 240)

export type PointStore = ReturnType<typeof createPointStore>

/**
 * Moving points in typed arrays. A new fix makes the point glide there from where it is seen now, so positions of ten
 * thousand drivers cost one pass over arrays and no object per driver.
 */
export function createPointStore(options: { lessMotion?: () => boolean } = {}) {
  const lessMotion = options.lessMotion ?? (() => false)
  let columns = columnsOf(256)
  const ids: string[] = []
  const indexOf = new Map<string, number>()
  const listeners = new Set<() => void>()
  let filter: PointFilter | undefined
  let revision = 0
  let glidesUntilMs = 0

  const changed = () => {
    revision++
    for (const listener of listeners) listener()
  }
  const hide = (at: number) => {
    const id = ids[at] as string
    columns.hidden[at] = filter && !filter(id, columns.tone[at] as number, columns.freshness[at] as number) ? 1 : 0
  }
  const grow = () => {
    const old = columns
    columns = columnsOf(old.toX.length * 2)
    for (const name of Object.keys(old) as (keyof PointColumns)[]) columns[name].set(old[name])
  }
  const put = (point: MapPoint, nowMs: number) => {
    const x = mercatorX(point.lng)
    const y = mercatorY(point.lat)
    let at = indexOf.get(point.id)
    if (at === undefined) {
      at = ids.length
      if (at === columns.toX.length) grow()
      ids.push(point.id)
      indexOf.set(point.id, at)
      columns.fromX[at] = x
      columns.fromY[at] = y
      columns.startMs[at] = nowMs
      columns.endMs[at] = nowMs
      columns.turnX[at] = x
      columns.turnY[at] = y
      const told = point.headingDeg ?? null
      columns.movedAtMs[at] = told === null ? 0 : point.fixedAtMs
      columns.heading[at] = headingCode(told)
    } else {
      const seenX = between(
        columns.fromX[at] as number,
        columns.toX[at] as number,
        columns.startMs[at] as number,
        columns.endMs[at] as number,
        nowMs,
      )
      const seenY = between(
        columns.fromY[at] as number,
        columns.toY[at] as number,
        columns.startMs[at] as number,
        columns.endMs[at] as number,
        nowMs,
      )
      const ms = glideMs(nowMs - (columns.startMs[at] as number), x - seenX, y - seenY, lessMotion())
      columns.fromX[at] = ms === 0 ? x : seenX
      columns.fromY[at] = ms === 0 ? y : seenY
      columns.startMs[at] = nowMs
      columns.endMs[at] = nowMs + ms
      glidesUntilMs = Math.max(glidesUntilMs, nowMs + ms)
      const [turnX, turnY] = [columns.turnX[at] as number, columns.turnY[at] as number]
      if (metresBetween(turnX, turnY, x, y) >= MOVED_M) {
        columns.heading[at] = headingCode(headingOf(turnX, turnY, x, y, point.headingDeg))
        columns.turnX[at] = x
        columns.turnY[at] = y
        columns.movedAtMs[at] = nowMs
      }
    }
    columns.toX[at] = x
    columns.toY[at] = y
    columns.fixedAtMs[at] = point.fixedAtMs
    columns.tone[at] = point.tone
    columns.freshness[at] = freshnessCode(nowMs - point.fixedAtMs)
    columns.stands[at] = stands(columns.movedAtMs[at] as number, nowMs) ? 1 : 0
    hide(at)
  }
  const drop = (id: string) => {
    const at = indexOf.get(id)
    if (at === undefined) return
    const last = ids.length - 1
    const lastId = ids[last] as string
    if (at !== last) {
      for (const column of Object.values(columns) as (Float64Array | Uint8Array)[]) column[at] = column[last] as number
      ids[at] = lastId
      indexOf.set(lastId, at)
    }
    ids.pop()
    indexOf.delete(id)
  }

  return {
    /** New fixes; `gone` ones leave. One call is one change, however many points it holds; unless `told` it is one with the calls after it. */
    apply(points: readonly MapPoint[], gone: readonly string[] = [], nowMs = Date.now(), told = true): void {
      for (const point of points) put(point, nowMs)
      for (const id of gone) drop(id)
      if (told) changed()
    },
    /** Exactly these and no others; those already known glide on. */
    replace(points: readonly MapPoint[], nowMs = Date.now()): void {
      const wanted = new Set(points.map((point) => point.id))
      for (const id of ids.filter((known) => !wanted.has(known))) drop(id)
      for (const point of points) put(point, nowMs)
      changed()
    },
    /** Positions grow old without any event; call it every few seconds. */
    age(nowMs = Date.now()): void {
      let any = false
      for (let at = 0; at < ids.length; at++) {
        const now = freshnessCode(nowMs - (columns.fixedAtMs[at] as number))
        const still = stands(columns.movedAtMs[at] as number, nowMs) ? 1 : 0
        if (now === columns.freshness[at] && still === columns.stands[at]) continue
        columns.freshness[at] = now
        columns.stands[at] = still
        hide(at)
        any = true
      }
      if (any) changed()
    },
    setFilter(next: PointFilter | undefined): void {
      filter = next
      for (let at = 0; at < ids.length; at++) hide(at)
      changed()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    columns: () => columns,
    length: () => ids.length,
    idAt: (at: number) => ids[at],
    indexOf: (id: string) => indexOf.get(id),
    revision: () => revision,
    glidesUntilMs: () => glidesUntilMs,
    /** Where a point is seen now. */
    placeOf(id: string, nowMs = Date.now()): LngLat | null {
      const at = indexOf.get(id)
      if (at === undefined) return null
      const span = [columns.startMs[at] as number, columns.endMs[at] as number] as const
      return {
        lng: lngOf(between(columns.fromX[at] as number, columns.toX[at] as number, ...span, nowMs)),
        lat: latOf(between(columns.fromY[at] as number, columns.toY[at] as number, ...span, nowMs)),
      }
    },
    /** Where the points that are shown are going to be. */
    places(): LngLat[] {
      const places: LngLat[] = []
      for (let at = 0; at < ids.length; at++) {
        if (!columns.hidden[at]) places.push({ lng: lngOf(columns.toX[at] as number), lat: latOf(columns.toY[at] as number) })
      }
      return places
    },
    /** How many points are of each tone and freshness, filtered ones included. */
    count(): { tone: Map<number, number>; freshness: [number, number, number] } {
      const tone = new Map<number, number>()
      const freshness: [number, number, number] = [0, 0, 0]
      for (let at = 0; at < ids.length; at++) {
        tone.set(columns.tone[at] as number, (tone.get(columns.tone[at] as number) ?? 0) + 1)
        freshness[columns.freshness[at] as 0 | 1 | 2]++
      }
      return { tone, freshness }
    },
  }
}
