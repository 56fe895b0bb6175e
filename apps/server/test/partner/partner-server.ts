import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a partner's server does with a message. `LOST`: takes it, and its answer does not arrive. */
export type Manner = 200 | 204 | 302 | 404 | 500 | 503 | 'CLOSED' | 'LOST' | 'SILENT'
export interface Heard {
  id: string
  type: string
  seq: number
  data: { orderId: string; partnerBookingId: string | null; serviceStatus: number; payStatus: number }
}

export interface PartnerServer {
  url: string
  /** Every message that arrived, in order, also such as were not taken. */
  arrived: Heard[]
  /** What it took, without repeats: by its id, as the description tells partners to. */
  effective: Heard[]
  /** What it thought wrong of a message. */
  wrong: string[]
  /** How it takes the next messages; by itself 200. */
  manner: (message: Heard) => Manner
  stop(): Promise<void>
}

const STALE_S = 300

/** A partner's server, by the published description alone: nothing here is shared with what sends. */
export async function partnerServer(secrets: string[]): Promise<PartnerServer> {
  const known = new Set<string>()
  const partner: PartnerServer = { url: '', arrived: [], effective: [], wrong: [], manner: () => 200, stop: async () => {} }
  const fault = (headers: Record<string, unknown>, body: string): string | null => {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
    if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string') return 'unsigned'
    if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > STALE_S) return 'stale'
    const good = secrets.some((secret) => {
      const mine = createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timestamp}.${body}`).digest()
      return signature.split(' ').some((one) => {
        const [version, theirs = ''] = one.split(',')
        const bytes = Buffer.from(theirs, 'base64')
        return version === 'v1' && bytes.length === mine.length && timingSafeEqual(bytes, mine)
      })
    })
    return good ? null : 'bad signature'
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const found = fault(request.headers, body)
    if (found) {
      partner.wrong.push(found)
      return void response.writeHead(401).end()
    }
    const message = JSON.parse(body) as Heard
    if (message.id !== request.headers['webhook-id']) partner.wrong.push('another id')
    partner.arrived.push(message)
    const manner = partner.manner(message)
    if (manner === 'SILENT') return
    if (manner === 'CLOSED') return void request.socket.destroy()
    const takes = manner === 'LOST' || manner < 300
    if (takes && !known.has(message.id)) {
      known.add(message.id)
      partner.effective.push(message)
    }
    if (manner === 'LOST') return void request.socket.destroy()
    response.writeHead(manner, manner === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  partner.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/chauffeur?of=us`
  partner.stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  return partner
}
