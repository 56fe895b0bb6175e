import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { stream } from './random.ts'
import type { Stats } from './stats.ts'

/** Sometimes a partner's system faults, hangs up, or is away for a while: so often, of what it is sent. */
const faults = { status: 0.04, hangUp: 0.02 }
const away = { everyMs: 600_000, forMs: 45_000 }
const staleS = 300

export interface PartnerServer {
  url: string
  close: () => void
}

/** The partner's own server: takes what is signed for it, once each, on its worse moments nothing. */
export async function openPartnerServer(port: number, secret: string, seed: number, stats: Stats): Promise<PartnerServer> {
  const key = Buffer.from(secret, 'base64')
  const known = new Set<string>()
  const random = stream(seed, 'partner-server')
  const began = Date.now()

  const isSigned = (headers: Record<string, unknown>, body: string) => {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
    if (typeof id !== 'string' || typeof signature !== 'string' || Math.abs(Date.now() / 1000 - Number(timestamp)) > staleS) return false
    const mine = createHmac('sha256', key)
      .update(`${id}.${String(timestamp)}.${body}`)
      .digest()
    return signature.split(' ').some((one) => {
      const theirs = Buffer.from(one.replace(/^v1,/, ''), 'base64')
      return theirs.length === mine.length && timingSafeEqual(theirs, mine)
    })
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (!isSigned(request.headers, body)) return void response.writeHead(401).end()
    const sinceBegin = (Date.now() - began) % away.everyMs
    if (sinceBegin > away.everyMs - away.forMs) return void response.writeHead(503).end()
    const chance = random.unit()
    if (chance < faults.hangUp) return void request.socket.destroy()
    if (chance < faults.hangUp + faults.status) return void response.writeHead(500).end()
    const id = String(request.headers['webhook-id'])
    if (!known.has(id)) stats.count('webhooks')
    known.add(id)
    response.writeHead(204).end()
  })
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(port, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${port}/chauffeur/orders`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
