/** Counts and times of one call within the window. */
export interface CallCount {
  calls: number
  refused: number
  faults: number
  totalMs: number
  maxMs: number
  /** How many took at most `BOUNDS_MS[i]`; the last one is the rest. */
  buckets: number[]
}
export type CallCounts = Record<string, CallCount>

export interface CallStats {
  /** `code` 0 is done, 500 a fault, anything else a refusal. */
  count(call: string, code: number, ms: number): void
  /** The last 15 minutes of this process. */
  recent(): CallCounts
  /** Everything since the start, for a reader that computes rates itself. */
  total(): CallCounts
}

const BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]
export const WINDOW_S = 900
const SLICE_S = 60

const zero = (): CallCount => ({
  calls: 0,
  refused: 0,
  faults: 0,
  totalMs: 0,
  maxMs: 0,
  buckets: Array(BOUNDS_MS.length + 1).fill(0) as number[],
})

function addTo(counts: CallCounts, call: string, one: CallCount): void {
  const sum = (counts[call] ??= zero())
  sum.calls += one.calls
  sum.refused += one.refused
  sum.faults += one.faults
  sum.totalMs += one.totalMs
  sum.maxMs = Math.max(sum.maxMs, one.maxMs)
  one.buckets.forEach((n, i) => (sum.buckets[i]! += n))
}

/** Sums of several processes, or of several slices of time. */
export function sumCounts(all: readonly CallCounts[]): CallCounts {
  const sum: CallCounts = {}
  for (const counts of all) for (const [call, one] of Object.entries(counts)) addTo(sum, call, one)
  return sum
}

/** The time that so many of 100 calls stayed within, read from the buckets: their upper bound, or the longest time where it is less. */
export function percentileMs(count: CallCount, percent: number): number {
  const wanted = Math.ceil((count.calls * percent) / 100)
  let seen = 0
  for (const [i, bound] of BOUNDS_MS.entries()) {
    seen += count.buckets[i]!
    if (seen >= wanted) return Math.min(bound, count.maxMs)
  }
  return count.maxMs
}

export function callStats(now: () => number = Date.now): CallStats {
  const slices = new Map<number, CallCounts>()
  const total: CallCounts = {}
  const sliceNow = () => Math.floor(now() / 1000 / SLICE_S)
  return {
    count: (call, code, ms) => {
      const slice = sliceNow()
      let counts = slices.get(slice)
      if (!counts) {
        slices.set(slice, (counts = {}))
        for (const old of slices.keys()) if (old <= slice - WINDOW_S / SLICE_S) slices.delete(old)
      }
      const one = { ...zero(), calls: 1, refused: code !== 0 && code !== 500 ? 1 : 0, faults: code === 500 ? 1 : 0, totalMs: ms, maxMs: ms }
      const bucket = BOUNDS_MS.findIndex((bound) => ms <= bound)
      one.buckets[bucket === -1 ? BOUNDS_MS.length : bucket] = 1
      addTo(counts, call, one)
      addTo(total, call, one)
    },
    recent: () => sumCounts([...slices].filter(([slice]) => slice > sliceNow() - WINDOW_S / SLICE_S).map(([, counts]) => counts)),
    total: () => total,
  }
}
