import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CommandContext } from './commands/command.ts'
import { runCommand } from './commands/run.ts'
import { allowedOrigin, type Asker, isLocalProgram } from './protocol/guard.ts'
import { answerBody, isCallbackName } from './protocol/jsonp.ts'
import { type EventStream, idleEvent, type LineEvent } from './protocol/poll.ts'
import type { SimDesk } from './sim/sim-desk.ts'
import { createStatusSocket } from './socket.ts'

export interface ServerParts {
  port: number
  origins: readonly string[]
  events: EventStream
  context: CommandContext
  /** Only with a simulated line. */
  sim: SimDesk | undefined
}

/** Another interface than loopback would open the telephone to the network. */
const loopback = '127.0.0.1'
const maxBodyBytes = 64 * 1024
const scriptModes = ['no-cors', 'cors', 'same-origin']

function askerOf({ headers }: IncomingMessage): Asker {
  const first = (name: string) => {
    const value = headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  return {
    host: headers.host,
    origin: headers.origin,
    referer: headers.referer,
    fetchSite: first('sec-fetch-site'),
    fetchMode: first('sec-fetch-mode'),
    fetchDest: first('sec-fetch-dest'),
  }
}

export async function startServer({ port, origins, events, context, sim }: ServerParts): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      context.log(`fault: ${error instanceof Error ? error.stack : String(error)}`)
      if (!response.headersSent) send(response, 500, 'text/plain; charset=utf-8', 'fault')
    })
  })
  server.keepAliveTimeout = 60_000
  server.on('clientError', (_error, socket) => socket.destroy())
  const ourPort = () => (server.address() as AddressInfo).port
  const status = createStatusSocket(server, context.device, context.log, (request) =>
    allowedOrigin(askerOf(request), origins, ourPort(), ['websocket']),
  )

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asker = askerOf(request)
    const [path = '/', query = ''] = splitTarget(request.url)
    response.setHeader('cache-control', 'no-store')
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('vary', 'origin')
    if (sim && path.startsWith('/sim/') && isLocalProgram(asker, ourPort())) return simulate(sim, path, request, response)
    const origin = allowedOrigin(asker, origins, ourPort(), scriptModes)
    if (origin === undefined) {
      context.log(`refused ${path} for ${asker.origin ?? asker.referer ?? 'nobody'}`)
      return send(response, 403, 'text/plain; charset=utf-8', 'This page may not use the telephone.')
    }
    if (asker.origin !== undefined) response.setHeader('access-control-allow-origin', origin)
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    if (request.method === 'OPTIONS') return preflight(request, response)
    if (sim && path.startsWith('/sim/')) return simulate(sim, path, request, response)
    if (!['GET', 'POST'].includes(request.method ?? '')) return send(response, 405, 'text/plain; charset=utf-8', 'GET or POST')
    const fields = new URLSearchParams(query)
    if (request.method === 'POST') {
      const body = await bodyOf(request)
      if (body === undefined) return send(response, 413, 'text/plain; charset=utf-8', 'too large')
      for (const [name, value] of new URLSearchParams(body)) fields.append(name, value)
    }
    const callback = fields.get('callback') ?? undefined
    if (callback !== undefined && !isCallbackName(callback)) return send(response, 400, 'text/plain; charset=utf-8', 'bad callback')
    if (path === '/msg/') return poll(callback, origin, fields.get('act'), response)
    if (path !== '/cmd/') return send(response, 404, 'text/plain; charset=utf-8', 'not found')
    const act = fields.get('act') ?? ''
    const answer = await runCommand(act, fields.get('para'), context)
    context.log(`${act} ${fields.get('para') ?? ''} → ${answer.result}`)
    sendAnswer(response, callback, answer)
  }

  function poll(callback: string | undefined, page: string, act: string | null, response: ServerResponse): void {
    if (act !== 'get') return sendAnswer(response, callback, null)
    let sent: LineEvent | undefined
    const withdraw = events.poll(callback ?? '', page, {
      answer: (event) => {
        if (response.destroyed) return false
        sent = event
        sendAnswer(response, callback, event)
        return true
      },
    })
    response.on('close', () => withdraw(response.writableFinished ? undefined : (sent ?? idleEvent)))
  }

  const { promise, resolve, reject } = withResolvers()
  server.once('error', reject)
  server.listen(port, loopback, resolve)
  await promise
  server.off('error', reject)
  return {
    port: ourPort(),
    stop: async () => {
      status.stop()
      events.close()
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeIdleConnections()
      setTimeout(() => server.closeAllConnections(), 500).unref()
      await closed
    },
  }
}

/** Promise.withResolvers comes with Node 22. */
function withResolvers() {
  let resolve = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<void>((done, failed) => {
    resolve = done
    reject = failed
  })
  return { promise, resolve, reject }
}

async function simulate(sim: SimDesk, path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return send(response, 405, 'text/plain; charset=utf-8', 'POST')
  const { status, answer } = sim(path.slice('/sim/'.length), (await bodyOf(request)) ?? '')
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(answer))
}

/** Path and query of a request. Not by URL, which throws for what a page may well send. */
function splitTarget(target = '/'): string[] {
  const at = target.indexOf('?')
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at + 1)]
}

function preflight(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-methods', 'GET, POST')
  response.setHeader('access-control-allow-headers', 'content-type')
  if (request.headers['access-control-request-private-network']) response.setHeader('access-control-allow-private-network', 'true')
  response.writeHead(204).end()
}

function sendAnswer(response: ServerResponse, callback: string | undefined, value: unknown): void {
  const { type, body } = answerBody(callback, value)
  send(response, 200, type, body)
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
}

/** Undefined when it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
