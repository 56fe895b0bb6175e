import { type Dispatcher, Pool } from 'undici'
import { cpuOf } from './cpu.ts'
import { percentile } from './report.ts'

export interface Asked {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}
export interface LoadOptions {
  address: string
  /** Requests in flight at a time; each waits for its answer. */
  concurrency: number
  seconds: number
  /** The request of this number, from 0. */
  request: (number: number) => Asked
  /** An answer has to begin like this; any other one stops the measurement. */
  expect: string
  /** Given the whole answer; asking for it costs the generator time. */
  onAnswer?: (body: string) => void
  /** Whose processor time is reckoned. */
  pids?: readonly number[]
  /** So many requests a second at most, evenly spread; as fast as they go when absent. */
  perS?: number
}
export interface LoadResult {
  perS: number
  count: number
  p50: number
  p99: number
  /** Processor time of `pids` and their children for one answer, ms; NaN where it cannot be told. */
  cpuMs: number
}

/** Sends requests in a closed loop for the given time and reckons throughput and latency (ms). Throws on the first wrong answer. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const pool = new Pool(options.address, { connections: options.concurrency, pipelining: 1 })
  const latencies: number[] = []
  const cpu = () => (options.pids ?? []).reduce((sum, pid) => sum + (cpuOf(pid) ?? Number.NaN), 0)
  const cpuBefore = cpu()
  let sent = 0
  const began = performance.now()
  const until = began + options.seconds * 1000
  const gap = options.perS ? 1000 / options.perS : 0
  const worker = async () => {
    for (;;) {
      const number = sent++
      const due = began + number * gap
      if (gap) await pause(due - performance.now())
      const start = performance.now()
      if (start >= until) return
      await ask(pool, options.request(number), options)
      latencies.push(performance.now() - start)
    }
  }
  try {
    await Promise.all(Array.from({ length: options.concurrency }, worker))
  } finally {
    await pool.destroy()
  }
  const seconds = (performance.now() - began) / 1000
  const count = latencies.length
  return {
    perS: count / seconds,
    count,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    cpuMs: (cpu() - cpuBefore) / count,
  }
}

const pause = (forMs: number) => (forMs > 1 ? new Promise((resolve) => setTimeout(resolve, forMs)) : undefined)

/** The low-level interface: what the generator costs is taken from the server on a small machine. */
function ask(pool: Pool, asked: Asked, { expect, onAnswer }: Pick<LoadOptions, 'expect' | 'onAnswer'>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let first: Buffer | undefined
  const rest: Buffer[] = []
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: () => {},
    onResponseStart: () => {},
    onResponseData: (_controller, chunk) => {
      if (!first) first = chunk
      else if (onAnswer) rest.push(chunk)
    },
    onResponseEnd: () => {
      if (first?.toString('utf8', 0, Buffer.byteLength(expect)) !== expect) {
        reject(new Error(`${asked.method} ${asked.path} answered ${first?.toString('utf8', 0, 300) ?? 'nothing'}`))
        return
      }
      onAnswer?.(Buffer.concat([first, ...rest]).toString())
      resolve()
    },
    onResponseError: (_controller, error) => reject(error),
  }
  pool.dispatch({ ...asked, body: asked.body ?? null }, handler)
  return promise
}

/** Runs two loads in turn, after one unmeasured turn each, so that what else the machine does meets both. */
export async function inTurn(rounds: number, ours: () => Promise<LoadResult>, theirs: () => Promise<LoadResult>) {
  await ours()
  await theirs()
  const turns: { ours: LoadResult; theirs: LoadResult }[] = []
  for (let round = 0; round < rounds; round++) {
    // Whoever comes second has the warmer caches.
    if (round % 2 === 0) turns.push({ ours: await ours(), theirs: await theirs() })
    else {
      const second = await theirs()
      turns.push({ ours: await ours(), theirs: second })
    }
  }
  const middle = (of: (turn: (typeof turns)[number]) => number) => percentile(turns.map(of), 50)
  return {
    ours: middle((turn) => turn.ours.perS),
    theirs: middle((turn) => turn.theirs.perS),
    oursP99: middle((turn) => turn.ours.p99),
    theirsP99: middle((turn) => turn.theirs.p99),
    ratio: middle((turn) => turn.ours.perS / turn.theirs.perS),
    oursCpuMs: middle((turn) => turn.ours.cpuMs),
    theirsCpuMs: middle((turn) => turn.theirs.cpuMs),
  }
}
