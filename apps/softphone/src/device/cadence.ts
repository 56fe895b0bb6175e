import type { Clock } from '../clock.ts'

export interface Cadence {
  start(): void
  stop(): void
  /** Rings so far, 0 when there is no call. */
  times(): number
  sounding(): boolean
}

export interface CadenceTimes {
  onMs: number
  silenceMs: number
  /** The last silence is followed by `limit` instead of one ring more. */
  limit: number
}

/** A bell: a second of ring, four of silence, and again. */
export function createCadence(
  clock: Clock,
  times: () => CadenceTimes,
  on: { ring(times: number): void; silence(times: number): void; limit(): void },
): Cadence {
  let count = 0
  let sounding = false
  let cancel = () => {}

  const silence = () => {
    sounding = false
    cancel = clock.after(times().silenceMs, () => (count >= times().limit ? on.limit() : ring()))
    on.silence(count)
  }
  const ring = () => {
    count += 1
    sounding = true
    cancel = clock.after(times().onMs, silence)
    on.ring(count)
  }
  return {
    start: () => {
      cancel()
      count = 0
      ring()
    },
    stop: () => {
      cancel()
      count = 0
      sounding = false
    },
    times: () => count,
    sounding: () => sounding,
  }
}
