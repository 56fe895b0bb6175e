import type { FaceTrigger } from '@chauffeur/contract/qualification/face'
import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import { CODE, type Envelope } from '@chauffeur/contract/kernel/envelope'
import { appHeaders } from './app-client.ts'
import { inChinese, t } from './text.ts'

/** The server answered and said no, in words for the driver. */
export class Refused extends Error {
  override name = 'Refused'
  readonly error: string
  readonly code: number
  readonly retryAfterS: number
  readonly data: unknown
  constructor(envelope: Envelope<unknown>) {
    super(envelope.message)
    this.data = envelope.data
    this.code = envelope.code
    this.error = envelope.code === CODE.notSignedIn ? 'signedOut' : (envelope.error ?? '')
    this.retryAfterS = Number((envelope.data as { retryAfterS?: number } | null)?.retryAfterS ?? 0)
  }
}

/** No answer came: the network or the server is away. */
class Unreachable extends Error {
  override name = 'Unreachable'
  constructor() {
    super(t('网络不通，请检查网络后再试'))
  }
}

/** Refusals that any request may meet, and that shut the page. */
const SHUTS = new Set(['driver.appUnknown', 'driver.appDisabled', 'driver.appTooOld'])
let tellShut: (refused: Refused, call: Call) => void = () => undefined
/** Hears of whatever shuts this page, by whichever request that comes. Gives the way to stop. */
export function listenForShut(listener: (refused: Refused, call: Call) => void): () => void {
  tellShut = listener
  return () => (tellShut = () => undefined)
}

let tellAgreement: () => void = () => undefined
/** Hears that the driver has to agree to something first. Gives the way to stop. */
export function listenForAgreement(listener: () => void): () => void {
  tellAgreement = listener
  return () => (tellAgreement = () => undefined)
}

let tellFace: (trigger: FaceTrigger) => void = () => undefined
/** Hears of whatever wants the driver's face shown on this page first. Gives the way to stop. */
export function listenForFace(listener: (trigger: FaceTrigger) => void): () => void {
  tellFace = listener
  return () => (tellFace = () => undefined)
}

const TIMEOUT_MS = 20_000
/** For a picture in one piece: over a bad network it takes a minute and more, and the server waits for it two. */
export const PICTURE_MS = 110_000
const TRIES = 3

/**
 * Makes a call of the driver's side. What is not answered is sent again where that is safe: reads, and writes that carry a key,
 * which happen once however often they arrive.
 */
export async function ask<C extends Call>(call: C, input: InputOf<C>, token = '', timeoutMs = TIMEOUT_MS): Promise<AnswerOf<C>> {
  const key = call.once ? newKey() : undefined
  const safe = call.effect === 'read' || key !== undefined
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(call, input as Record<string, unknown>, token, key, timeoutMs)
    } catch (error) {
      if (!(error instanceof Unreachable) || !safe || attempt >= TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, attempt * 1_000))
    }
  }
}

/** NOTE: not `randomUUID`, which browsers keep from pages that came over plain http. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

async function once<C extends Call>(
  call: C,
  input: Record<string, unknown>,
  token: string,
  key: string | undefined,
  timeoutMs: number,
): Promise<AnswerOf<C>> {
  const rest = { ...input }
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const { body, type } = bodyOf(call, rest)
  const query = call.method === 'GET' ? new URLSearchParams(rest as Record<string, string>).toString() : ''
  const answer = await fetch(query ? `${path}?${query}` : path, {
    method: call.method,
    headers: {
      accept: 'application/json',
      'accept-language': inChinese ? 'zh-CN' : 'en',
      ...appHeaders(),
      ...(token && { token }),
      ...(key && { 'idempotency-key': key }),
      ...(type && { 'content-type': type }),
    },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then((response) => response.json() as Promise<Envelope<AnswerOf<C>>>)
    .catch(() => {
      throw new Unreachable()
    })
  if (answer.code === CODE.unavailable) throw new Unreachable()
  if (answer.code !== CODE.done) {
    const refused = new Refused(answer)
    if (SHUTS.has(refused.error)) tellShut(refused, call)
    // With an order in hand what belongs to the trip is not refused: that is finished first.
    if (refused.error === 'driver.mustAgree' && call.ofTrip) tellAgreement()
    const wanted = refused.error === 'driver.faceRequired' ? (refused.data as { picture?: boolean; trigger: FaceTrigger }) : null
    if (wanted?.picture) tellFace(wanted.trigger)
    throw refused
  }
  return answer.data
}

function bodyOf(call: Call, fields: Record<string, unknown>): { body?: BodyInit; type?: string } {
  if (call.method === 'GET') return {}
  if (call.body !== 'multipart') return { body: JSON.stringify(fields), type: 'application/json' }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value instanceof Blob ? value : String(value))
  return { body: form }
}
