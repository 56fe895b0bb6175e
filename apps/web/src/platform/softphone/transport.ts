import { SERVICE_PORT } from './codes.ts'
import type { Query } from './wire.ts'

/** Nobody listens on the service's port, it does not let this page in, or the browser keeps us from it. */
export class ServiceAbsent extends Error {
  override name = 'ServiceAbsent'
}
export class ServiceSlow extends Error {
  override name = 'ServiceSlow'
}

export interface Transport {
  /** Gives what the service answered, unchecked. */
  ask(path: '/msg/' | '/cmd/', query: Query, timeoutMs: number): Promise<unknown>
  /** Gives up the poll under way. */
  dropPoll(): void
  close(): void
}

/** Of the six connections that a browser gives one host, the open poll holds one. */
const COMMANDS_AT_ONCE = 4

interface Job {
  url: string
  timeoutMs: number
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
}

/**
 * JSONP through workers that have an origin and a policy of their own, see the server's `softphone-routes.ts`. A worker does one
 * request at a time, so that an answer belongs to the request it was made for whatever the script calls; one that takes too long
 * is ended with whatever it is doing.
 */
export function workerTransport(): Transport {
  const polls = lane(1)
  const commands = lane(COMMANDS_AT_ONCE)
  return {
    ask: (path, query, timeoutMs) => {
      const fields = new URLSearchParams({ callback: 'answered', ...query, _: String(Date.now()) })
      const url = `http://127.0.0.1:${SERVICE_PORT}${path}?${fields}`
      return (path === '/msg/' ? polls : commands).run(url, timeoutMs)
    },
    dropPoll: () => polls.drop(),
    close: () => {
      polls.close()
      commands.close()
    },
  }
}

function lane(size: number) {
  const waiting: Job[] = []
  const idle: Worker[] = []
  const busy = new Map<Worker, (error: Error) => void>()
  let closed = false

  const next = () => {
    if (closed || busy.size >= size) return
    const job = waiting.shift()
    if (!job) return
    start(idle.pop() ?? new Worker('/softphone/jsonp-worker.js'), job)
  }
  const start = (worker: Worker, job: Job) => {
    const done = (keep: boolean, settle: () => void) => {
      clearTimeout(timer)
      worker.onmessage = null
      worker.onerror = null
      busy.delete(worker)
      if (keep && !closed) idle.push(worker)
      else worker.terminate()
      settle()
      next()
    }
    const timer = setTimeout(() => done(false, () => job.reject(new ServiceSlow())), job.timeoutMs)
    worker.onmessage = ({ data }: MessageEvent<unknown>) =>
      typeof data === 'object' && data !== null && 'answer' in data
        ? done(true, () => job.resolve(data.answer))
        : done(true, () => job.reject(new ServiceAbsent()))
    worker.onerror = () => done(false, () => job.reject(new ServiceAbsent()))
    busy.set(worker, (error) => done(false, () => job.reject(error)))
    worker.postMessage(job.url)
  }
  const drop = () => {
    for (const job of waiting.splice(0)) job.reject(new ServiceAbsent())
    for (const stop of [...busy.values()]) stop(new ServiceAbsent())
  }
  return {
    run: (url: string, timeoutMs: number) =>
      new Promise<unknown>((resolve, reject) => {
        if (closed) return reject(new ServiceAbsent())
        waiting.push({ url, timeoutMs, resolve, reject })
        next()
      }),
    drop,
    close: () => {
      closed = true
      drop()
      for (const worker of idle.splice(0)) worker.terminate()
    },
  }
}

/** The last word when the page goes: a worker would end with the page, a request kept alive does not. Nobody reads its answer. */
export function sendWithoutAnswer(query: Query): void {
  const url = `http://127.0.0.1:${SERVICE_PORT}/cmd/?${new URLSearchParams({ callback: 'left', ...query, _: String(Date.now()) })}`
  void fetch(url, { mode: 'no-cors', keepalive: true, credentials: 'omit', referrerPolicy: 'origin' }).catch(() => undefined)
}
