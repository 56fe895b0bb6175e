import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { PARTNER_SCHEME, PARTNER_WINDOW_S } from '@chauffeur/contract/kernel/partner'

/** A request as it came over the wire. */
export interface WireRequest {
  method: string
  /** Path and query, nothing decoded. */
  target: string
  authorization: string | undefined
  body: Uint8Array
}
/** What the header says. */
export interface Signed {
  keyId: string
  timestamp: string
  nonce: string
  signature: Buffer
}

const KEY_ID = /^cpk_[A-Za-z0-9_-]{22}$/
const NONCE = /^[A-Za-z0-9_-]{16,64}$/

export const newKeyId = (): string => `cpk_${randomBytes(16).toString('base64url')}`
/** 32 random bytes in base64, as what checks webhooks by the open specification takes its secrets. */
export const newSecret = (): string => randomBytes(32).toString('base64')

/** The parts of the header; null where one is missing, said twice or not of its form. */
export function signedParts(authorization: string | undefined): Signed | null {
  if (!authorization?.startsWith(`${PARTNER_SCHEME} `) || authorization.length > 400) return null
  const parts = authorization.slice(PARTNER_SCHEME.length + 1).split(',')
  const said = new Map(parts.map((part) => [part.slice(0, part.indexOf('=')).trim(), part.slice(part.indexOf('=') + 1).trim()]))
  const [keyId, timestamp, nonce, signature] = ['key', 'timestamp', 'nonce', 'signature'].map((name) => said.get(name) ?? '')
  if (parts.length !== 4 || said.size !== 4) return null
  if (!KEY_ID.test(keyId!) || !/^\d{10}$/.test(timestamp!) || !NONCE.test(nonce!) || !/^[0-9a-f]{64}$/.test(signature!)) return null
  return { keyId: keyId!, timestamp: timestamp!, nonce: nonce!, signature: Buffer.from(signature!, 'hex') }
}

/** Whether the moment of signing is within the window around ours. */
export const isFresh = ({ timestamp }: Signed, nowMs: number): boolean =>
  Math.abs(Math.floor(nowMs / 1_000) - Number(timestamp)) <= PARTNER_WINDOW_S

/** Whether the holder of the secret signed exactly this request. */
export function isSignedBy(secret: string, { method, target, body }: WireRequest, { timestamp, nonce, signature }: Signed): boolean {
  const digest = createHash('sha256').update(body).digest('hex')
  const made = createHmac('sha256', Buffer.from(secret, 'base64')).update([method, target, timestamp, nonce, digest].join('\n')).digest()
  return timingSafeEqual(made, signature)
}

/** The header of a webhook: of one message one signature for each secret that is good, as Standard Webhooks has it. */
export const webhookSignatures = (
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string =>
  secrets
    .map((secret) => `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ')
