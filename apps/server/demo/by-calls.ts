import { randomUUID } from 'node:crypto'
import type { AnswerOf, Call } from '@chauffeur/contract/kernel/call'
import type pg from 'pg'
import pino from 'pino'
import { hashToken, newToken } from '#platform/identity/session'
import { defaultSettings } from '#platform/process/settings'
import type { InstalledMerchant } from '#platform/provider/installed-merchant'
import type { RuntimeUrls } from '#platform/upkeep/migrate'
import { buildApp } from '../src/app.ts'

/** What people and drivers do through the product itself. */
interface ByCalls {
  app: Awaited<ReturnType<typeof buildApp>>
  signedIn: (kind: 'OPERATOR' | 'DRIVER', tenantId: string, id: string) => Promise<string>
  send: <C extends Call>(call: C, input: Record<string, unknown>, token: string) => Promise<AnswerOf<C>>
}

/** Calls the product from within, as whoever signs in; nobody is signed in afterwards. */
export async function byCalls(
  client: pg.ClientBase,
  urls: RuntimeUrls,
  merchant: InstalledMerchant | null,
  work: (calls: ByCalls) => Promise<void>,
): Promise<void> {
  const tokens: Buffer[] = []
  const app = await buildApp({
    urls,
    settings: { ...defaultSettings, wechatPay: merchant },
    logger: pino({ level: 'silent' }),
    engine: false,
    jobs: false,
  })
  const signedIn: ByCalls['signedIn'] = async (kind, tenantId, id) => {
    const token = newToken()
    const column = kind === 'OPERATOR' ? 'user_id' : 'driver_id'
    await client.query(`insert into sessions (token_hash, tenant_id, kind, ${column}) values ($1, $2, $3, $4)`, [
      hashToken(token),
      tenantId,
      kind,
      id,
    ])
    tokens.push(hashToken(token))
    return token
  }
  const send: ByCalls['send'] = async <C extends Call>(call: C, input: Record<string, unknown>, token: string) => {
    const sent = Object.entries(input).map(([key, value]): [string, string] => [key, String(value)])
    const { payload, type } = call.body === 'multipart' ? await formOf(input) : { payload: JSON.stringify(input), type: 'application/json' }
    const answer = await app.http.inject({
      method: call.method as 'GET',
      url: call.path.replace('{id}', String(input.id)) + (call.method === 'GET' ? `?${new URLSearchParams(sent)}` : ''),
      headers: { token, 'idempotency-key': randomUUID(), ...(call.method === 'POST' && { 'content-type': type }) },
      ...(call.method === 'POST' && { payload }),
    })
    const { code, message, data } = answer.json<{ code: number; message: string; data: AnswerOf<C> }>()
    if (code !== 0) throw new Error(`The demo's ${call.path}: ${message}`)
    return data
  }
  try {
    await work({ app, signedIn, send })
  } finally {
    await app.close()
    await client.query('delete from sessions where token_hash = any ($1)', [tokens])
  }
}

/** As a call with a file is sent. */
async function formOf(input: Record<string, unknown>): Promise<{ payload: Buffer; type: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) form.set(name, value instanceof File ? value : String(value))
  const request = new Request('http://localhost', { method: 'POST', body: form })
  return { payload: Buffer.from(await request.arrayBuffer()), type: request.headers.get('content-type')! }
}
