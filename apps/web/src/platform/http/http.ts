import type { Call } from '@chauffeur/contract/kernel/call'
import type { Envelope } from '@chauffeur/contract/kernel/envelope'
import { readCookie } from '../session/cookies.ts'
import { NetworkError, RefusalError, isAbort } from './errors.ts'
import { emit, toast } from '../browser/events.ts'
import { isAway } from '../session/idle.ts'
import { httpMessage, sentences } from './http-messages.ts'
import { joined, locale, t, tr } from '../text/text.ts'

const TIMEOUT_MS = 20_000
export const PLATFORM_ID = 3
/** Refusals of everything until the person has changed the password, bound an authenticator, or agreed to what is asked of them. */
const SETUP: Record<number, 'password' | 'authenticator' | 'agreement' | undefined> = {
  40301: 'password',
  40302: 'authenticator',
  40305: 'agreement',
}
/** Where the API is; empty is the origin the page came from. */
export const API_BASE: string = import.meta.env.VITE_API_BASE ?? ''

/** The part of a contract’s call that goes over the wire. */
export type WireCall = Pick<Call, 'method' | 'path' | 'effect'> & Partial<Pick<Call, 'body' | 'tolerant'>>

export interface SendOptions {
  idempotencyKey?: string
  signal?: AbortSignal
  /** Of a large file: longer than any other call may take. */
  timeoutMs?: number
  /** Failures are the caller's: no toast and no error page. A 401 still ends the session. */
  silent?: boolean
  /** What the server refuses is said where the answer would stand: no toast beside it. Failures of the network are told as ever. */
  saysRefusals?: boolean
}

/**
 * Makes a call and gives the `data` of its answer.
 * Rejects with RefusalError or NetworkError, after telling the operator as the error catalogue says; `tolerant` calls tell nothing.
 */
export async function request(wire: WireCall, input: unknown, options: SendOptions = {}): Promise<unknown> {
  const token = readCookie('token')
  const silent = wire.tolerant === true || options.silent === true
  try {
    const response = await sendWithRetry(wire, input, token, options)
    emit('reachable', { yes: true })
    if (response.status === 401) throw endSession(token, '')
    if (!response.ok) {
      const url = new URL(response.url || wire.path, location.href).pathname
      throw new NetworkError('http', httpMessage(response.status, url), response.status, url)
    }
    const envelope = await readEnvelope(response)
    if (envelope.code === 0) return envelope.data
    if (envelope.code === 401) throw endSession(token, envelope.error ?? '')
    throw new RefusalError(envelope.code, envelope.error ?? '', refusalText(envelope), envelope.data)
  } catch (error) {
    if (!silent && !(options.saysRefusals && error instanceof RefusalError)) reportError(error)
    if (error instanceof NetworkError && error.kind !== 'http') emit('reachable', { yes: false })
    throw error
  }
}

const sentAhead = new Map<string, Promise<Response>>()
const sentAheadKey = (wire: WireCall, input: unknown, token: string) => `${token} ${wire.path} ${JSON.stringify(input)}`

/** Sends a read before the code that will ask for it is here; the first `request` of the same gets this answer. Gives the answer's data, null for none. */
export async function requestAhead(wire: WireCall, input: unknown): Promise<unknown> {
  const token = readCookie('token')
  const name = sentAheadKey(wire, input, token)
  const sent = sendOnce(wire, input, token, {})
  sentAhead.set(name, sent)
  // Nobody asked in time: whoever asks later wants to know how it is then.
  setTimeout(() => sentAhead.delete(name), TIMEOUT_MS)
  try {
    const { code, data } = (await (await sent).clone().json()) as Envelope<unknown>
    return code === 0 ? data : null
  } catch {
    return null
  }
}

/** What was sent ahead, once; null where nothing was or no answer came. */
async function takeSentAhead(wire: WireCall, input: unknown, token: string): Promise<Response | null> {
  const name = sentAheadKey(wire, input, token)
  const sent = sentAhead.get(name)
  sentAhead.delete(name)
  return sent?.catch(() => null) ?? null
}

/** Sends once; a read that got no answer is sent a second time, a write never. */
async function sendWithRetry(wire: WireCall, input: unknown, token: string, options: SendOptions): Promise<Response> {
  if (sentAhead.size > 0 && wire.effect === 'read') {
    const ahead = await takeSentAhead(wire, input, token)
    if (ahead) return ahead
  }
  try {
    return await sendOnce(wire, input, token, options)
  } catch (error) {
    if (wire.effect !== 'read' || !(error instanceof NetworkError)) throw error
    if (error.kind === 'timeout' && !options.silent) toast.warning(sentences.retrying())
    return sendOnce(wire, input, token, options)
  }
}

async function sendOnce(wire: WireCall, input: unknown, token: string, options: SendOptions): Promise<Response> {
  const { url, init } = fetchArguments(wire, input, token, options.idempotencyKey)
  const timer = new AbortController()
  const timeout = setTimeout(() => timer.abort(), options.timeoutMs ?? TIMEOUT_MS)
  const giveUp = () => timer.abort()
  options.signal?.addEventListener('abort', giveUp)
  try {
    const response = await fetch(url, { ...init, signal: timer.signal })
    const body = await response.arrayBuffer()
    return Object.defineProperty(new Response(nullBody(response.status) ? null : body, response), 'url', { value: response.url })
  } catch {
    if (options.signal?.aborted) throw new DOMException('Nobody waits for this call any more', 'AbortError')
    if (timer.signal.aborted) throw new NetworkError('timeout', sentences.timeout())
    throw new NetworkError('offline', sentences.noResponse(), undefined)
  } finally {
    clearTimeout(timeout)
    options.signal?.removeEventListener('abort', giveUp)
  }
}

const nullBody = (status: number) => status === 204 || status === 205 || status === 304

/** The fetch arguments of a call: query of a GET, form of a POST unless the call says JSON or multipart. */
export function fetchArguments(wire: WireCall, input: unknown, token: string, idempotencyKey?: string): { url: string; init: RequestInit } {
  const fields: Record<string, unknown> = { ...(typeof input === 'object' && input !== null ? input : {}) }
  const path = wire.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields[name]
    delete fields[name]
    return encodeURIComponent(String(value ?? ''))
  })
  fields.platformId ??= PLATFORM_ID
  const headers: Record<string, string> = { 'x-request-id': requestId(), 'accept-language': locale() }
  if (token) headers.token = token
  if (isAway()) headers['x-background'] = '1'
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  const init: RequestInit = { method: wire.method, headers, credentials: 'include' }
  if (wire.method === 'GET') {
    const query = asForm(fields).toString()
    return { url: `${API_BASE}${path}${path.includes('?') ? '&' : '?'}${query}`, init }
  }
  if (wire.body === 'json') {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(fields)
  } else if (wire.body === 'multipart') {
    init.body = asMultipart(fields)
  } else {
    init.body = asForm(fields)
  }
  return { url: `${API_BASE}${path}`, init }
}

function asForm(fields: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    form.set(name, asText(value))
  }
  return form
}

function asMultipart(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    if (value instanceof Blob) form.set(name, value)
    else form.set(name, asText(value))
  }
  return form
}

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

async function readEnvelope(response: Response): Promise<Envelope<unknown>> {
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number') return body as Envelope<unknown>
  throw new NetworkError('http', sentences.unreadable(), response.status)
}

function refusalText(envelope: Envelope<unknown>): string {
  const said = envelope.message || envelope.msg
  if (said) return said + whichCities(envelope.data)
  return envelope.code === 403 ? sentences.noRights() : httpMessage(envelope.code, '')
}

/** A refusal that holds for some cities says which. */
function whichCities(data: unknown): string {
  const { cities } = (data ?? {}) as { cities?: unknown }
  const names = Array.isArray(cities) ? cities.map((city: { cityName?: unknown } | null) => city?.cityName) : []
  return names.length > 0 && names.every((name) => typeof name === 'string') ? t('（{names}）', { names: joined(names.map(tr)) }) : ''
}

/** A late answer to an older token must not end the session that has begun since. */
function endSession(token: string, error: string): RefusalError {
  if (token === readCookie('token')) emit('sessionEnded', { show: 'toast' })
  return new RefusalError(401, error, sentences.loginInvalid(), null)
}

function reportError(error: unknown): void {
  if (isAbort(error)) return
  if (error instanceof RefusalError && SETUP[error.code]) return emit('setupNeeded', { what: SETUP[error.code] ?? 'password' })
  if (error instanceof RefusalError && error.code !== 401) toast.error(error.message)
  if (!(error instanceof NetworkError)) return
  if (error.kind === 'http' && error.status !== undefined && error.status >= 400)
    emit('httpError', { status: error.status, url: error.url })
  else toast.error(error.message)
}

/** NOTE: `crypto.randomUUID` is missing on plain http hosts other than localhost. */
export function requestId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
