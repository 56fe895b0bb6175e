import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import type { Envelope } from '@chauffeur/contract/kernel/envelope'

/** Makes a call as a program outside would, and throws when it is refused. */
export async function send<C extends Call>(address: string, call: C, input: InputOf<C>, token = ''): Promise<AnswerOf<C>> {
  const fields: Record<string, unknown> = { platformId: 3, ...(input as object) }
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])))
  // As in a form: lists and objects are JSON.
  const form = Object.entries(fields).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
  const query = call.method === 'GET' ? `?${new URLSearchParams(form)}` : ''
  const response = await fetch(`${address}${path}${query}`, {
    method: call.method,
    headers: {
      token,
      'idempotency-key': crypto.randomUUID(),
      ...(call.method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(call.method === 'POST' ? { body: JSON.stringify(fields) } : {}),
  })
  const envelope = (await response.json()) as Envelope<AnswerOf<C>>
  if (envelope.code !== 0) throw new Error(`${call.path}: ${envelope.code} ${envelope.error ?? ''} ${envelope.message}`)
  return envelope.data as AnswerOf<C>
}

/** While the stream is live a screen asks again once a minute: what is on it sooner came by the stream. */
export const BY_THE_STREAM = { timeout: 30_000 }
