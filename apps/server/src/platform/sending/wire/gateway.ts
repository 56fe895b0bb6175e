import * as z from 'zod'
import { ProviderFailed, request } from '../../provider/request.ts'
import { type Told, type Transport, unclear } from './transport.ts'
import { gatewayReason } from './codes.ts'

export interface GatewaySettings {
  url: string
  token: string
  /** Where it says what became of a message; empty: it does not. */
  statusUrl?: string
}

/** What a gateway says of a message, asked or by itself. */
export const gatewayReport = z.object({
  id: z.string().max(80),
  /** TAKEN, DELIVERED, FAILED; NONE: it was never handed this one. */
  state: z.enum(['NONE', 'TAKEN', 'DELIVERED', 'FAILED']),
  code: z.string().max(80).default(''),
  segments: z.number().int().min(1).max(100).nullable().default(null),
})
export const gatewayTold = ({ id, state, code, segments }: z.infer<typeof gatewayReport>): Told => ({
  state,
  bizId: id,
  reason: state === 'FAILED' ? gatewayReason(code) : null,
  code,
  segments,
})

/**
 * One POST a message, `{ id, phone, body, purpose }`, where an answer of 2xx means that it was taken and any other that it was not. Its own
 * number of a message is ours.
 */
export function gatewayTransport({ url, token, statusUrl }: GatewaySettings): Transport {
  const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return {
    provider: 'GATEWAY',
    needsTemplate: false,
    send: async ({ messageId, phone, body, purpose }, timeoutMs) => {
      await request(
        url,
        {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ id: messageId, phone, body, purpose }),
          timeoutMs,
        },
        null,
      )
      return { bizId: messageId }
    },
    ask: statusUrl
      ? async ({ messageId }, timeoutMs) => {
          const at = new URL(statusUrl)
          at.searchParams.set('id', messageId)
          const told = await request(at.href, { method: 'GET', headers, timeoutMs }, gatewayReport).catch((error: unknown) => {
            if (error instanceof ProviderFailed && error.kind === 'REFUSED') return null
            throw error
          })
          return told?.id === messageId ? gatewayTold(told) : unclear
        }
      : null,
  }
}
