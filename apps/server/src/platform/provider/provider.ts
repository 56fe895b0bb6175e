import { setTimeout as sleep } from 'node:timers/promises'
import {
  bulkhead,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  retry,
  wrap,
} from 'cockatiel'
import { RateLimiterMemory, RateLimiterQueue } from 'rate-limiter-flexible'
import type * as z from 'zod'
import { type Asked, type FailureKind, openFile, ProviderFailed, request, type Verdict } from './request.ts'

export interface ProviderSettings {
  url: string
  token: string
  /** Requests that it takes from this process in a second, where it counts them. */
  perS?: number
}

interface Manner {
  /** In logs and metrics. */
  name: string
  /** Of one request, its whole answer included. */
  timeoutMs: number
  /** Again so often, after a moment that grows, where a request may be sent twice; otherwise only one that was never sent. */
  retries: number
  mayRepeat: boolean
  /** Requests at the same time. */
  atOnce: number
  /** Counted elsewhere, such as for a day and in all processes: says whether one more request may be made, or why not. */
  mayAsk?: () => Promise<boolean>
  /** Another way out than the plain one, for `exchange` and `file`. */
  through?: typeof fetch
}

/** A question that is all in its address. */
export interface Question {
  /** After the path of the service's own address. */
  path: string
  query: Record<string, string | number>
  headers?: Record<string, string>
  verdict?: Verdict
  /** The answer is no JSON: it is given as it came. */
  text?: boolean
}

/** A request that is signed, and whose answer is. */
export interface Exchange extends Pick<Asked, 'method' | 'headers' | 'body' | 'verdict' | 'forged' | 'takes' | 'located' | 'answered'> {
  /** Path and query as they go over the wire, after the path of the service's own address. */
  target: string
}

/** Somebody else’s service that we ask over HTTP. */
export interface Provider {
  name: string
  /** Where it is, without what may be secret in its address. */
  host: string
  /** Posts a body as JSON. Null takes any answer of 2xx, and reads none. Fails with `ProviderFailed` alone. */
  ask<T>(body: object, answer: z.ZodType<T>): Promise<T>
  ask(body: object, answer: null): Promise<null>
  /** Gets what stands at an address below the service's own. */
  get<T>(question: Question, answer: z.ZodType<T>): Promise<T>
  /** The answer's bytes and headers are judged before anything is read of it. */
  exchange<T>(exchange: Exchange, answer: z.ZodType<T>): Promise<T>
  exchange(exchange: Exchange, answer: null): Promise<null>
  /** What the service's own client does, within the same time and behind the same circuit; `doing` fails with `ProviderFailed` alone. */
  run<T>(doing: () => Promise<T>): Promise<T>
  /** A file that is too long to be held: its bytes as they come. */
  file(exchange: Pick<Exchange, 'target' | 'headers'>): Promise<AsyncIterable<Uint8Array>>
  /** It failed so often that it is left alone for a while; one request at a time finds out whether it is back. */
  isShut(): boolean
  /** Requests by how they ended, and what they took. */
  counts(): ReadonlyMap<'DONE' | FailureKind, { requests: number; totalMs: number }>
}

/** Every sign but the plainest, so that nobody on the way encodes any further. */
export const encoded = (text: string | number): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
/** As it goes over the wire; who signs a query signs this. */
export const queryText = (query: Question['query']): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encoded(value)}`)
    .join('&')

export interface ProviderLog {
  warn(detail: object, text: string): void
}

const SHUT_AFTER = 5
const SHUT_MS = 10_000
/** More wait than any provider catches up with. */
const WAITING = 1_000
/** What it says of the request is no sign that it is ill. */
const ILL: ReadonlySet<FailureKind> = new Set(['TIMEOUT', 'UNREACHABLE', 'UNSENT', 'FAULT', 'BAD_ANSWER'])

/** From so many in a second on they are spread over it. */
const SPREAD_FROM = 50
/**
 * A turn for each, in the order they come. Few go at once as far as they may; many evenly, since whoever counts them begins their seconds when they
 * like, and two bursts must not fall into one.
 */
export function turnsOf(perS: number): () => Promise<unknown> {
  if (perS < SPREAD_FROM) {
    const queue = new RateLimiterQueue(new RateLimiterMemory({ points: perS, duration: 1 }), { maxQueueSize: WAITING })
    return () =>
      queue.removeTokens(1).catch(() => {
        throw new ProviderFailed('QUOTA')
      })
  }
  const everyMs = 1_000 / perS
  let last = 0
  return async () => {
    const now = performance.now()
    const turn = Math.max(last + everyMs, now)
    if (turn - now > WAITING * everyMs) throw new ProviderFailed('QUOTA')
    last = turn
    if (turn > now) await sleep(turn - now)
  }
}

async function within<T>(ms: number, doing: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = sleep(ms, undefined, { signal: over.signal }).then(
    () => Promise.reject(new ProviderFailed('TIMEOUT')),
    () => new Promise<never>(() => {}),
  )
  try {
    return await Promise.race([doing, late])
  } finally {
    over.abort()
  }
}

export function providerOf({ url, token, perS }: ProviderSettings, manner: Manner, log: ProviderLog): Provider {
  const { name, timeoutMs, retries, mayRepeat, atOnce, mayAsk, through } = manner
  const { host } = new URL(url)
  const sent = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const counts = new Map<'DONE' | FailureKind, { requests: number; totalMs: number }>()
  const note = (how: 'DONE' | FailureKind, ms: number) => {
    const count = counts.get(how) ?? { requests: 0, totalMs: 0 }
    counts.set(how, { requests: count.requests + 1, totalMs: count.totalMs + ms })
  }

  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof ProviderFailed && ILL.has(error.kind)),
    { breaker: new ConsecutiveBreaker(SHUT_AFTER), halfOpenAfter: SHUT_MS },
  )
  breaker.onBreak(() => log.warn({ provider: name, host }, 'a provider fails again and again, and is left alone for a while'))
  const again = retry(
    handleWhen((error) => error instanceof ProviderFailed && (error.kind === 'UNSENT' || (mayRepeat && ILL.has(error.kind)))),
    { maxAttempts: retries, backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 2_000 }) },
  )
  const policy = wrap(bulkhead(atOnce, WAITING), again, breaker)
  const turn = perS === undefined ? null : turnsOf(perS)

  const once = async <T>(doing: () => Promise<T>): Promise<T> => {
    await turn?.()
    if (mayAsk && !(await mayAsk())) throw new ProviderFailed('QUOTA', { reason: 'OWN_QUOTA' })
    const began = performance.now()
    try {
      const done = await doing()
      note('DONE', performance.now() - began)
      return done
    } catch (error) {
      const failed = error instanceof ProviderFailed ? error : new ProviderFailed('UNREACHABLE', { cause: error })
      const ms = performance.now() - began
      note(failed.kind, ms)
      // Neither the address’ path and query nor what was sent and answered: keys, telephones and codes are in them.
      log.warn(
        { provider: name, host, failure: failed.kind, status: failed.status, code: failed.code, ms: Math.round(ms) },
        'a provider did not answer as it should',
      )
      throw failed
    }
  }
  const asking = async <T>(doing: () => Promise<T>): Promise<T> => {
    try {
      return await policy.execute(() => once(doing))
    } catch (error) {
      if (error instanceof ProviderFailed) throw error
      const kind = isBrokenCircuitError(error) ? 'SHUT' : isBulkheadRejectedError(error) ? 'QUOTA' : null
      if (!kind) throw error
      note(kind, 0)
      throw new ProviderFailed(kind)
    }
  }
  const base = url.replace(/\/+$/, '')
  const ask = <T>(body: object, answer: z.ZodType<T> | null) =>
    asking(() =>
      request(
        url,
        { method: 'POST', headers: { ...sent, 'content-type': 'application/json' }, body: JSON.stringify(body), timeoutMs },
        answer,
      ),
    )
  const get = <T>({ path, query, headers, verdict, text }: Question, answer: z.ZodType<T>) =>
    asking(() =>
      request(`${base}${path}?${queryText(query)}`, { method: 'GET', headers: { ...sent, ...headers }, timeoutMs, verdict, text }, answer),
    ) as Promise<T>
  const exchange = <T>({ target, ...asked }: Exchange, answer: z.ZodType<T> | null) =>
    asking(() => request(`${base}${target}`, { ...asked, timeoutMs, through }, answer))
  const run = <T>(doing: () => Promise<T>) => asking(() => within(timeoutMs, doing()))
  const file: Provider['file'] = ({ target, headers }) =>
    asking(() => openFile(`${base}${target}`, { method: 'GET', headers, timeoutMs, through }))
  return {
    name,
    host,
    ask: ask as Provider['ask'],
    get,
    exchange: exchange as Provider['exchange'],
    run,
    file,
    isShut: () => breaker.state !== CircuitState.Closed,
    counts: () => counts,
  }
}
