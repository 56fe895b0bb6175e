import type * as z from 'zod'

/** Why a provider did not do what it was asked. */
export type FailureKind =
  /** There was no connection: nothing was sent. */
  | 'UNSENT'
  /** The connection broke, or its certificate is not to be believed. */
  | 'UNREACHABLE'
  | 'TIMEOUT'
  /** 4xx: what we sent is not right, or not allowed. */
  | 'REFUSED'
  /** 5xx, or that it is too busy. */
  | 'FAULT'
  /** 2xx with something else than it should say. */
  | 'BAD_ANSWER'
  /** Not asked: it failed too often, or too many wait. */
  | 'SHUT'
  /** Not asked, or so it says itself: it was asked as often as it may be. */
  | 'QUOTA'

export class ProviderFailed extends Error {
  override name = 'ProviderFailed'
  readonly kind: FailureKind
  readonly status: number | undefined
  readonly code: string | undefined
  /** A word for what has to be done about it, where the service says so much. */
  readonly reason: string | undefined

  constructor(kind: FailureKind, of: { status?: number; cause?: unknown; code?: string; reason?: string } = {}) {
    const code = of.code ?? codeOf(of.cause)
    super(of.status && !of.code && kind !== 'BAD_ANSWER' ? `HTTP ${of.status}` : [kind, code].filter(Boolean).join(' '))
    this.kind = kind
    this.status = of.status
    this.code = code
    this.reason = of.reason
  }
}

/** More than any answer of a provider has. */
const ANSWER_BYTES = 262_144
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

/** What a service says in the body of its answer that it did not do, under its own code; null where it did. */
export type Verdict = (answer: unknown, status: number) => { kind: FailureKind; code: string; reason?: string } | null

/** An answer as it came, before anything is read of it. */
export interface RawAnswer {
  status: number
  headers: Headers
  body: Uint8Array
}

export interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** A function is asked again for each attempt: who signs a request signs its moment too. */
  headers: Record<string, string> | (() => Record<string, string>)
  body?: string | Uint8Array<ArrayBuffer> | undefined
  timeoutMs: number
  verdict?: Verdict | undefined
  /** Says of an answer that it is not the service's own, by its signature, and why. Nothing is read of such a one. */
  forged?: ((answer: RawAnswer) => string | null) | undefined
  text?: boolean | undefined
  /** An answer that says by its status that something is not there, and is the answer all the same. */
  takes?: ((answer: unknown) => boolean) | undefined
  /** A redirection is the answer, as `{location}`, and is not followed. */
  located?: boolean | undefined
  /** Told how it was answered, before anything is read of it. */
  answered?: ((status: number, headers: Headers) => void) | undefined
  /** Another way out than the plain one. */
  through?: typeof fetch | undefined
}

/** One request. */
export async function request<T>(
  url: string,
  { timeoutMs, verdict, forged, text, takes, located, headers, answered, through = fetch, ...asked }: Asked,
  answer: z.ZodType<T> | null,
): Promise<T | null> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    // Elsewhere the token would go, too.
    const response = await through(url, { ...asked, headers: headersOf(headers), redirect: located ? 'manual' : 'error', signal })
    const { status, ok } = response
    answered?.(status, response.headers)
    if (located && status >= 300 && status < 400) {
      await response.body?.cancel()
      return judged(answer, { location: response.headers.get('location') }, status)
    }
    const reads = forged || verdict || (ok && answer)
    if (!reads) await response.body?.cancel()
    // A status of fault may say more in its body, or have none.
    const body = reads ? await bytesOf(response).catch((error: unknown) => (ok ? Promise.reject(error as Error) : null)) : null
    const fault = forged?.({ status, headers: response.headers, body: body ?? new Uint8Array() })
    if (fault) throw new ProviderFailed('BAD_ANSWER', { status, code: fault, reason: 'FORGED' })
    const json = body && valueOf(body, response, text)
    const said = verdict?.(json, status)
    if (said) throw new ProviderFailed(said.kind, { ...said, status })
    if (!ok && !takes?.(json)) throw failureOf(status)
    return judged(answer, json, status)
  } catch (error) {
    throw failedBy(error, signal)
  }
}

function judged<T>(answer: z.ZodType<T> | null, value: unknown, status: number): T | null {
  if (!answer) return null
  const parsed = answer.safeParse(value)
  if (!parsed.success) throw new ProviderFailed('BAD_ANSWER', { status })
  return parsed.data
}

/** A file of whatever length: fulfils when it begins to come. One that says nothing for `timeoutMs` while it is read is broken off. */
export async function openFile(url: string, { timeoutMs, headers, method, through = fetch }: Asked): Promise<AsyncIterable<Uint8Array>> {
  const ending = new AbortController()
  const silence = () => setTimeout(() => ending.abort(), timeoutMs)
  const begin = silence()
  try {
    const response = await through(url, { method, headers: headersOf(headers), redirect: 'error', signal: ending.signal })
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      throw response.ok ? new ProviderFailed('BAD_ANSWER', { status: response.status }) : failureOf(response.status)
    }
    return piecesOf(response.body, ending, silence)
  } catch (error) {
    throw failedBy(error, ending.signal)
  } finally {
    clearTimeout(begin)
  }
}

async function* piecesOf(
  body: AsyncIterable<Uint8Array>,
  ending: AbortController,
  silence: () => NodeJS.Timeout,
): AsyncGenerator<Uint8Array> {
  let timer = silence()
  try {
    for await (const piece of body) {
      // Whoever reads may take their time.
      clearTimeout(timer)
      yield piece
      timer = silence()
    }
  } catch (error) {
    throw failedBy(error, ending.signal)
  } finally {
    clearTimeout(timer)
    ending.abort()
  }
}

const headersOf = (headers: Asked['headers']): Record<string, string> => (typeof headers === 'function' ? headers() : headers)
const failureOf = (status: number): ProviderFailed =>
  new ProviderFailed(status >= 500 || status === 408 || status === 429 ? 'FAULT' : 'REFUSED', { status })

function failedBy(error: unknown, signal: AbortSignal): ProviderFailed {
  if (error instanceof ProviderFailed) return error
  if (signal.aborted) return new ProviderFailed('TIMEOUT')
  return new ProviderFailed(NEVER_SENT.has(codeOf(error) ?? '') ? 'UNSENT' : 'UNREACHABLE', { cause: error })
}

async function bytesOf(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > ANSWER_BYTES) throw new ProviderFailed('BAD_ANSWER', { status: response.status })
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Written out: what a text or JSON of the database cannot hold, or may not by itself. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i
/** What a service says is kept, and a sign that the database refuses would be a fault of ours. */
const storable = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value)

function valueOf(body: Buffer, { ok, status }: Response, asText = false): unknown {
  const text = body.toString('utf8')
  if (asText) return text
  try {
    return JSON.parse(text, UNSTORABLE.test(text) ? storable : undefined)
  } catch {
    if (!ok) return null
    throw new ProviderFailed('BAD_ANSWER', { status })
  }
}

/** The system’s word for what happened, which may stand beneath another error; never a message, which may hold an address. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? code : codeOf(error.cause)
}
