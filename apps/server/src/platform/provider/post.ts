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
  | 'QUOTA'

export class ProviderFailed extends Error {
  override name = 'ProviderFailed'
  readonly kind: FailureKind
  readonly status: number | undefined
  readonly code: string | undefined

  constructor(kind: FailureKind, of: { status?: number; cause?: unknown } = {}) {
    const code = codeOf(of.cause)
    super(of.status && kind !== 'BAD_ANSWER' ? `HTTP ${of.status}` : [kind, code].filter(Boolean).join(' '))
    this.kind = kind
    this.status = of.status
    this.code = code
  }
}

/** More than any answer of a provider has. */
const ANSWER_BYTES = 262_144
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

/** One request. */
export async function post<T>(
  url: string,
  { token, body, timeoutMs }: { token: string; body: object; timeoutMs: number },
  answer: z.ZodType<T> | null,
): Promise<T | null> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
      // Elsewhere the token would go, too.
      redirect: 'error',
      signal,
    })
    const { status } = response
    if (!response.ok || !answer) await response.body?.cancel()
    if (!response.ok) throw new ProviderFailed(status >= 500 || status === 408 || status === 429 ? 'FAULT' : 'REFUSED', { status })
    if (!answer) return null
    const parsed = answer.safeParse(await jsonOf(response))
    if (!parsed.success) throw new ProviderFailed('BAD_ANSWER', { status })
    return parsed.data
  } catch (error) {
    if (error instanceof ProviderFailed) throw error
    if (signal.aborted) throw new ProviderFailed('TIMEOUT')
    throw new ProviderFailed(NEVER_SENT.has(codeOf(error) ?? '') ? 'UNSENT' : 'UNREACHABLE', { cause: error })
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > ANSWER_BYTES) throw new ProviderFailed('BAD_ANSWER', { status: response.status })
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
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
