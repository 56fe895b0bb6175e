export interface Clock {
  /** Calls back after so many ms of the line's own time. */
  after(ms: number, then: () => void): () => void
}

/** A clock on which `speed` seconds of line time pass in one. */
export function createClock(speed = 1): Clock {
  return {
    after: (ms, then) => {
      const timer = setTimeout(then, ms / speed)
      return () => clearTimeout(timer)
    },
  }
}

/** Timers of one owner, stopped together. */
export function timersOf(clock: Clock) {
  const running = new Set<() => void>()
  return {
    after(ms: number, then: () => void): () => void {
      const stop = clock.after(ms, () => {
        running.delete(stop)
        then()
      })
      running.add(stop)
      return () => {
        running.delete(stop)
        stop()
      }
    },
    stop(): void {
      for (const stop of running) stop()
      running.clear()
    },
  }
}
