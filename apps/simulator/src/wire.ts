import { randomUUID } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { dispatchCalls, OFFER_STREAM_PATH } from '@chauffeur/contract/driver/app'
import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import { APP_ID_HEADER, APP_VERSION_HEADER } from '@chauffeur/contract/kernel/app-client'
import { CODE, type Envelope } from '@chauffeur/contract/kernel/envelope'
import { backoffMs } from './backoff.ts'
import { type Scheduler, Stopped } from './scheduler.ts'
import type { Stats } from './stats.ts'

/** The server answered and said no. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: number
  /** Name of the refusal in the contract, empty for the general codes. */
  readonly error: string
  readonly retryAfterS: number
  constructor(call: Call, envelope: Envelope<unknown>) {
    super(`${call.path}: ${envelope.code} ${envelope.error ?? ''} ${envelope.message}`)
    this.code = envelope.code
    this.error = envelope.error ?? ''
    this.retryAfterS = Number((envelope.data as { retryAfterS?: number } | null)?.retryAfterS ?? 0)
  }
}

/** The app of a tenant that its drivers' telephones are; no id for a tenant without one. */
export interface App {
  id: string | null
  version: string
}
const appHeaders = (app: App | undefined) =>
  app ? { ...(app.id === null ? {} : { [APP_ID_HEADER]: app.id }), [APP_VERSION_HEADER]: app.version } : {}

/** No answer that means anything: refused connection, time-out, 503, a page that is no envelope. Goes on being tried. */
export class Unreachable extends Error {
  override name = 'Unreachable'
  readonly retryAfterS: number
  constructor(message: string, retryAfterS = 0) {
    super(message)
    this.retryAfterS = retryAfterS
  }
}

export const isRefusal = (error: unknown, ...names: string[]): error is Refused =>
  error instanceof Refused && (names.length === 0 || names.includes(error.error))
export const isSignedOut = (error: unknown) => error instanceof Refused && error.code === CODE.notSignedIn

export interface SendOptions {
  token?: string
  app?: App
  /** How often to try while the server cannot be reached; without end when not given. */
  tries?: number
  /** The server may hold the answer back this long; such a call is not in the request times. */
  heldS?: number
}

export type Offer = AnswerOf<typeof dispatchCalls.offers>['offers'][number]

export interface Wire {
  /** The first open offers that the driver's stream brings, or none within so long, or when the server ended the stream. */
  awaitOffers: (token: string, app: App, waitMs: number) => Promise<Offer[]>
  send: <C extends Call>(call: C, input: InputOf<C>, options?: SendOptions) => Promise<AnswerOf<C>>
  close: () => void
}

/** An answer that was not held back must come within this. */
const timeoutMs = 20_000
/** Ordinary calls share few connections; held ones each need their own. */
const ordinaryConnections = 48

export function createWire(baseUrl: string, scheduler: Scheduler, stats: Stats): Wire {
  const base = new URL(baseUrl)
  const library = base.protocol === 'https:' ? https : http
  const ordinary = new library.Agent({ keepAlive: true, maxSockets: ordinaryConnections })
  const held = new library.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

  const once = (call: Call, input: Record<string, unknown>, options: SendOptions, key: string | undefined): Promise<Envelope<unknown>> => {
    const { path, body, type } = requestOf(call, input)
    const heldMs = (options.heldS ?? 0) * 1000
    return new Promise((resolve, reject) => {
      const request = library.request(
        {
          protocol: base.protocol,
          hostname: base.hostname,
          port: base.port,
          path,
          method: call.method,
          agent: heldMs > 0 ? held : ordinary,
          timeout: timeoutMs + heldMs,
          headers: {
            accept: 'application/json',
            ...(options.token ? { token: options.token } : {}),
            ...appHeaders(options.app),
            ...(key ? { 'idempotency-key': key } : {}),
            ...(body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', (error) => reject(new Unreachable(error.message)))
          response.on('end', () => {
            const envelope = envelopeIn(Buffer.concat(chunks))
            const after = Number(response.headers['retry-after'] ?? 0) || 0
            const status = response.statusCode ?? 0
            if (status >= 502 || status === 429 || envelope?.code === CODE.unavailable) reject(new Unreachable(`HTTP ${status}`, after))
            else if (!envelope) reject(new Unreachable(`HTTP ${status} without an envelope`, after))
            else resolve(envelope)
          })
        },
      )
      request.on('timeout', () => request.destroy(new Error('no answer in time')))
      request.on('error', (error) => reject(new Unreachable(error.message)))
      request.end(body)
    })
  }

  const streamOnce = (token: string, app: App, waitMs: number): Promise<Offer[]> =>
    new Promise((resolve, reject) => {
      const request = library.request(
        {
          protocol: base.protocol,
          hostname: base.hostname,
          port: base.port,
          path: OFFER_STREAM_PATH,
          agent: held,
          headers: { accept: 'text/event-stream', token, ...appHeaders(app) },
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => {
            text += chunk
            if (!isStream(response)) return
            const events = text.split('\n\n')
            text = events.pop() ?? ''
            for (const event of events) {
              const offers = offersIn(event)
              if (offers.length) done(offers)
            }
          })
          response.on('error', (error) => reject(new Unreachable(error.message)))
          response.on('end', () => {
            if (isStream(response)) return done([])
            const envelope = envelopeIn(Buffer.from(text))
            clearTimeout(timer)
            reject(envelope ? new Refused(dispatchCalls.offers, envelope) : new Unreachable(`${OFFER_STREAM_PATH}: ${response.statusCode}`))
          })
        },
      )
      const timer = setTimeout(() => done([]), waitMs)
      const done = (offers: Offer[]) => {
        clearTimeout(timer)
        resolve(offers)
        request.destroy()
      }
      request.on('error', (error) => {
        clearTimeout(timer)
        reject(new Unreachable(error.message))
      })
      request.end()
    })

  return {
    async awaitOffers(token, app, waitMs) {
      for (let attempt = 1; ; attempt++) {
        if (scheduler.stopped()) throw new Stopped()
        try {
          return await streamOnce(token, app, waitMs)
        } catch (error) {
          if (scheduler.stopped()) throw new Stopped()
          if (!(error instanceof Unreachable)) throw error
          stats.count('unreachable')
          await scheduler.sleep(backoffMs(attempt, Math.random()))
        }
      }
    },
    async send(call, input, options = {}) {
      // One key for all tries: a place_order whose answer was lost must not become two orders.
      const key = call.once ? randomUUID() : undefined
      for (let attempt = 1; ; attempt++) {
        if (scheduler.stopped()) throw new Stopped()
        const began = performance.now()
        try {
          const envelope = await once(call, input as Record<string, unknown>, options, key)
          if (!options.heldS) stats.request(performance.now() - began)
          if (envelope.code !== CODE.done) throw new Refused(call, envelope)
          return envelope.data as AnswerOf<typeof call>
        } catch (error) {
          if (scheduler.stopped()) throw new Stopped()
          if (!(error instanceof Unreachable)) throw error
          stats.count('unreachable')
          if (attempt >= (options.tries ?? Number.POSITIVE_INFINITY)) throw error
          await scheduler.sleep(Math.max(error.retryAfterS * 1000, backoffMs(attempt, Math.random())))
        }
      }
    },
    close() {
      ordinary.destroy()
      held.destroy()
    },
  }
}

/** What a call looks like on the wire: `{name}` of the path filled in, the rest as query, form or JSON. */
export function requestOf(call: Call, input: Record<string, unknown>): { path: string; body?: string; type?: string } {
  const rest = { ...input }
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (call.method === 'POST' && call.body === 'json') return { path, body: JSON.stringify(rest), type: 'application/json' }
  const fields = new URLSearchParams(call.access === 'driver' ? {} : { platformId: '3' })
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined && value !== null) fields.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const text = fields.toString()
  if (call.method === 'POST') return { path, body: text, type: 'application/x-www-form-urlencoded' }
  return { path: text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path }
}

const isStream = (response: http.IncomingMessage) => (response.headers['content-type'] ?? '').startsWith('text/event-stream')

/** The offers that one event of the stream tells of; a beat tells of none. */
function offersIn(event: string): Offer[] {
  const lines = event.split('\n')
  const data = lines.find((line) => line.startsWith('data: '))
  return data && lines.includes('event: offers') ? (JSON.parse(data.slice('data: '.length)) as { offers: Offer[] }).offers : []
}

function envelopeIn(bytes: Buffer): Envelope<unknown> | null {
  try {
    const value = JSON.parse(bytes.toString('utf8')) as Envelope<unknown> | null
    return value && typeof value.code === 'number' ? value : null
  } catch {
    return null
  }
}
