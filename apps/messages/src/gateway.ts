import type { Book } from './book.ts'
import type { Asked, Reply } from './wire.ts'

export const GATEWAY = { token: 'gateway-stand-in-token-0001' }

/** POST {id, phone, body, purpose}; GET ?id= says what became of one. */
export function gatewayAnswer(book: Book, { method, url, headers, body }: Asked): Reply {
  if (headers.authorization !== `Bearer ${GATEWAY.token}`) return { status: 401, body: { error: 'token' } }
  if (method === 'GET') {
    const id = url.searchParams.get('id') ?? ''
    const found = book.taken.findLast(({ provider, outId }) => provider === 'GATEWAY' && outId === id)
    const state = !found ? 'NONE' : !found.report ? 'TAKEN' : found.report.delivered ? 'DELIVERED' : 'FAILED'
    return { status: 200, body: { id, state, code: found?.report?.code ?? '', ...(found && { segments: found.segments }) } }
  }
  const { id, phone, body: text } = JSON.parse(body.toString()) as { id: string; phone: string; body: string }
  const fault = book.next('GATEWAY')
  if (fault.answer === 'HTTP') return { status: fault.status ?? 503, body: null }
  if (fault.answer === 'CODE') return { status: 429, body: { error: fault.code } }
  if (fault.answer === 'HANGUP') return 'HANGUP'
  book.take({ provider: 'GATEWAY', outId: id, phone, text })
  return { status: 202, body: {}, lost: fault.answer === 'LOST', afterMs: fault.ms }
}
