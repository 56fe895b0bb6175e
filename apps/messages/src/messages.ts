import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { aliyunAnswer } from './aliyun.ts'
import { bookOf, type Fault, type Provider, type Reports, type Taken } from './book.ts'
import { gatewayAnswer } from './gateway.ts'
import { pageOf } from './page.ts'
import { reportFor } from './reports.ts'
import { tencentAnswer } from './tencent.ts'
import type { Asked, Reply } from './wire.ts'

const MOST_BYTES = 1_048_576

export interface MessageService {
  url: string
  stop(): Promise<void>
}

/** Aliyun, Tencent and a gateway in one: which is meant is told by the headers of its wire. `/` shows what arrived, `/control/…` plays faults. */
export async function startMessages({
  port = 0,
  reports = {},
}: {
  port?: number
  reports?: Partial<Record<Provider, Reports>>
} = {}): Promise<MessageService> {
  const book = bookOf(push)
  Object.assign(book.reports, reports)
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.headersSent || response.writeHead(400).end())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked: Asked = {
      method: request.method ?? 'GET',
      url: new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`),
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      body: await bodyOf(request),
    }
    if (asked.url.pathname.startsWith('/control/')) return control(asked, request, response)
    const reply = replyTo(asked)
    if (reply === null) return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(book.taken))
    if (reply === 'HANGUP') return void request.socket.destroy()
    if (reply.afterMs) await sleep(reply.afterMs)
    // It has taken it, and nobody is told.
    if (reply.lost) return void request.socket.destroy()
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body === null ? '' : JSON.stringify(reply.body))
  }
  function replyTo(asked: Asked): Reply | null {
    if ('x-acs-action' in asked.headers) return aliyunAnswer(book, asked)
    if ('x-tc-action' in asked.headers) return tencentAnswer(book, asked)
    return asked.url.pathname === '/gateway' ? gatewayAnswer(book, asked) : null
  }
  function control({ method, url, body }: Asked, request: IncomingMessage, response: ServerResponse): void {
    const done = (status: number, of: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(of))
    if (!['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? ''))
      return done(403, { error: 'from this machine only' })
    if (method === 'PUT' && url.pathname === '/control/faults')
      Object.assign(book.faults, JSON.parse(body.toString()) as Partial<Record<Provider, Fault>>)
    else if (method === 'PUT' && url.pathname === '/control/reports')
      Object.assign(book.reports, JSON.parse(body.toString()) as Partial<Record<Provider, Reports>>)
    else if (method === 'DELETE' && url.pathname === '/control/taken') book.taken.length = 0
    else if (url.pathname !== '/control/taken') return done(404, { error: 'nothing of the kind' })
    done(200, { taken: book.taken, faults: book.faults, reports: book.reports })
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      book.stop()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Tells it again after a minute and five, as Aliyun does, where nobody took it. */
async function push(taken: Taken, url: string): Promise<void> {
  for (const waitMs of [0, 60_000, 300_000]) {
    if (waitMs) await sleep(waitMs, undefined, { ref: false })
    const told = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(reportFor(taken)),
    }).catch(() => null)
    if (told?.ok) return
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MOST_BYTES) throw new RangeError('Too long.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
