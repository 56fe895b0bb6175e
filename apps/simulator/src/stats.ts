/** What is counted over the whole run. */
const counted = [
  'placed',
  'turnedAway',
  'notPlaced',
  'filed',
  'failed',
  'customerCancelled',
  'driverCancelled',
  'otherEnd',
  'accepted',
  'rejected',
  'ignored',
  'lateAnswers',
  'cashedOut',
  'accountsCorrected',
  'positionsRefused',
  'unreachable',
  'resyncs',
  'faults',
  'unknownDrivers',
  'webhooks',
] as const
export type Counted = (typeof counted)[number]

export interface Stats {
  count: (what: Counted, by?: number) => void
  /** One answered call, milliseconds. */
  request: (ms: number) => void
  /** An order went from placing to the filed bill, seconds. */
  filedAfter: (seconds: number) => void
  online: (by: 1 | -1) => void
  onOrder: (by: 1 | -1) => void
  live: (by: 1 | -1) => void
  /** An error worth reading once; the last is shown. */
  trouble: (error: unknown) => void
  value: (what: Counted) => number
  /** A line for people about now, and since the line before. */
  line: (now: Date) => string
}

/** Enough for a good 95th percentile, and flat in memory whatever the rate. */
const kept = 2048

export function createStats(): Stats {
  const totals = new Map<Counted, number>(counted.map((what) => [what, 0]))
  const times = sample()
  const filing = sample()
  let [online, onOrder, live] = [0, 0, 0]
  let requests = 0
  let since = Date.now()
  let lastTrouble = ''
  const value = (what: Counted) => totals.get(what) ?? 0

  return {
    value,
    count: (what, by = 1) => totals.set(what, value(what) + by),
    request(ms) {
      requests++
      times.add(ms)
    },
    filedAfter: (seconds) => filing.add(seconds),
    online: (by) => {
      online += by
    },
    onOrder: (by) => {
      onOrder += by
    },
    live: (by) => {
      live += by
    },
    trouble(error) {
      lastTrouble = error instanceof Error ? error.message : String(error)
    },
    line(now) {
      const seconds = Math.max(0.001, (now.getTime() - since) / 1000)
      const cancelled = value('customerCancelled') + value('driverCancelled') + value('otherEnd')
      const parts = [
        `${now.toISOString().slice(11, 19)} drivers ${online} online, ${onOrder} on orders`,
        `orders ${value('placed')} placed, ${live} live, ${value('filed')} filed, ${cancelled} cancelled, ${value('failed')} failed`,
        `offers ${value('accepted')} accepted, ${value('rejected')} rejected, ${value('ignored')} ignored`,
        `requests ${(requests / seconds).toFixed(0)}/s p50 ${times.at(0.5).toFixed(0)} ms p95 ${times.at(0.95).toFixed(0)} ms`,
      ]
      if (filing.size() > 0) parts.push(`place to bill p50 ${filing.at(0.5).toFixed(0)} s p95 ${filing.at(0.95).toFixed(0)} s`)
      for (const what of [
        'turnedAway',
        'notPlaced',
        'lateAnswers',
        'positionsRefused',
        'unreachable',
        'resyncs',
        'faults',
        'unknownDrivers',
        'webhooks',
      ] as const) {
        if (value(what) > 0) parts.push(`${what} ${value(what)}`)
      }
      if (lastTrouble) parts.push(`last: ${lastTrouble}`)
      requests = 0
      since = now.getTime()
      lastTrouble = ''
      times.clear()
      return parts.join(' · ')
    },
  }
}

/** The latest values, and their percentiles. */
function sample() {
  const values = new Float64Array(kept)
  let added = 0
  return {
    add(value: number) {
      values[added % kept] = value
      added++
    },
    size: () => Math.min(added, kept),
    at(share: number) {
      const sorted = values.slice(0, Math.min(added, kept)).sort()
      return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    },
    clear() {
      added = 0
    },
  }
}
