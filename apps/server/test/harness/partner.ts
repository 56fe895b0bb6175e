import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { App } from '../../src/app.ts'

/** What a partner's program has. */
export interface PartnerKey {
  keyId: string
  secret: string
}

/** Signed as the description says, by code of its own: what the server checks with is not what it is tried with. */
export function signedHeader(
  { keyId, secret }: PartnerKey,
  { method, target, body }: { method: string; target: string; body: string },
  { timestamp = Math.floor(Date.now() / 1_000), nonce = randomBytes(16).toString('hex') }: { timestamp?: number; nonce?: string } = {},
): string {
  const bodyHash = createHash('sha256').update(body, 'utf8').digest('hex')
  const text = `${method}\n${target}\n${timestamp}\n${nonce}\n${bodyHash}`
  const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(text, 'utf8').digest('hex')
  return `CHAUFFEUR-HMAC-SHA256 key=${keyId},timestamp=${timestamp},nonce=${nonce},signature=${signature}`
}

/** Where a call goes over the wire, and with which body. */
export function wireOf(call: { method: string; path: string }, input: Record<string, unknown>) {
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name] ?? '1').toWellFormed()))
  const fields = Object.entries(input).filter(([name, value]) => value !== undefined && !inPath.includes(name))
  const query = new URLSearchParams(
    fields.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  )
  return call.method === 'GET'
    ? { method: 'GET', target: fields.length ? `${path}?${query}` : path, body: '' }
    : { method: 'POST', target: path, body: JSON.stringify(Object.fromEntries(fields)) }
}

export async function sendSigned(
  app: App,
  call: { method: string; path: string; once?: true | 'required' },
  input: Record<string, unknown>,
  key: PartnerKey,
  headers: Record<string, string> = {},
) {
  const wire = wireOf(call, input)
  const response = await app.http.inject({
    method: wire.method as 'GET',
    url: wire.target,
    headers: {
      authorization: signedHeader(key, wire),
      ...(call.once === 'required' && { 'idempotency-key': randomUUID() }),
      ...(wire.body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(wire.body && { payload: wire.body }),
  })
  return response.json()
}
