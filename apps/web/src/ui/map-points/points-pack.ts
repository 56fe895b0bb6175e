import { NO_HEADING, type PointStore } from './point-store.ts'

/** from.xy, to.xy, start and end as floats, then tone, freshness, heading and hidden as bytes. */
export const POINT_BYTES = 28

export interface PackedPoints {
  bytes: ArrayBuffer
  originX: number
  originY: number
  epochMs: number
}

/**
 * The store as the graphics card reads it. Places are told from the first point and times from the present, because a
 * single-precision number holds neither a mercator place to the metre nor the present to the second.
 */
export function packPoints(store: PointStore, nowMs = Date.now()): PackedPoints {
  const length = store.length()
  const columns = store.columns()
  const originX = length > 0 ? (columns.toX[0] as number) : 0
  const originY = length > 0 ? (columns.toY[0] as number) : 0
  const bytes = new ArrayBuffer(length * POINT_BYTES)
  const floats = new Float32Array(bytes)
  const octets = new Uint8Array(bytes)
  for (let at = 0; at < length; at++) {
    const float = (at * POINT_BYTES) / 4
    floats[float] = (columns.fromX[at] as number) - originX
    floats[float + 1] = (columns.fromY[at] as number) - originY
    floats[float + 2] = (columns.toX[at] as number) - originX
    floats[float + 3] = (columns.toY[at] as number) - originY
    floats[float + 4] = (columns.startMs[at] as number) - nowMs
    floats[float + 5] = (columns.endMs[at] as number) - nowMs
    const octet = at * POINT_BYTES + 24
    octets[octet] = columns.tone[at] as number
    octets[octet + 1] = columns.freshness[at] as number
    octets[octet + 2] = columns.stands[at] ? NO_HEADING : (columns.heading[at] as number)
    octets[octet + 3] = columns.hidden[at] as number
  }
  return { bytes, originX, originY, epochMs: nowMs }
}
