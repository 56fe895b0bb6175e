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

export interface Asked {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  timeoutMs: number
  verdict?: Verdict | undefined
  text?: boolean | undefined
}

/** One request. */
export async function request<T>(
  url: string,
  { timeoutMs, verdict, text, ...asked }: Asked,
  answer: z.ZodType<T> | null,
): Promise<T | null> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    // Elsewhere the token would go, too.
    const response = await fetch(url, { ...asked, redirect: 'error', signal })
    const { status, ok } = response
    const reads = verdict || (ok && answer)
    if (!reads) await response.body?.cancel()
    // A status of fault may say more in its body, or have none.
    const json = reads ? await bodyOf(response, text).catch((error: unknown) => (ok ? Promise.reject(error as Error) : null)) : null
    const said = verdict?.(json, status)
    if (said) throw new ProviderFailed(said.kind, { ...said, status })
    if (!ok) throw new ProviderFailed(status >= 500 || status === 408 || status === 429 ? 'FAULT' : 'REFUSED', { status })
    if (!answer) return null
    const parsed = answer.safeParse(json)
    if (!parsed.success) throw new ProviderFailed('BAD_ANSWER', { status })
    return parsed.data
  } catch (error) {
    if (error instanceof ProviderFailed) throw error
    if (signal.aborted) throw new ProviderFailed('TIMEOUT')
    throw new ProviderFailed(NEVER_SENT.has(codeOf(error) ?? '') ? 'UNSENT' : 'UNREACHABLE', { cause: error })
  }
}

async function bodyOf(response: Response, asText = false): Promise<unknown> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > ANSWER_BYTES) throw new ProviderFailed('BAD_ANSWER', { status: response.status })
    parts.push(part)
  }
  const text = Buffer.concat(parts).toString('utf8')
  if (asText) return text
  try {
    return JSON.parse(text)
  } catch {
    throw new ProviderFailed('BAD_ANSWER', { status: response.status })
  }
}

/** The system’s word for what happened, which may stand beneath another error; never a message, which may hold an address. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? code : codeOf(error.cause)
}
