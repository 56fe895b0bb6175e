import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a map service does with a request instead of answering it: each provider's own faults, and those of any server. */
export type WireFault = 'SILENT' | 'CLOSED' | 'GARBAGE' | 'HTTP_500' | 'HTTP_502_PAGE' | 'MOVED'
export interface Request {
  path: string
  query: URLSearchParams
  /** As it came over the wire, for signatures. */
  target: string
  userAgent: string
}
export interface MapServer<F extends string> {
  url: string
  port: number
  asked: Request[]
  /** What goes wrong with the next requests, in order; `always` with each of them. */
  faults: (F | WireFault | null)[]
  always: F | WireFault | null
  stop(): Promise<void>
}

/** A server on this machine that plays a provider: `answer` says what stands in the body, `fault` what the provider says of its own faults. */
export async function mapServer<F extends string>(
  answer: (request: Request, fault: F | null) => { status?: number; body: unknown },
  port = 0,
): Promise<MapServer<F>> {
  const made: Omit<MapServer<F>, 'stop' | 'url' | 'port'> = { asked: [], faults: [], always: null }
  const server = createServer((incoming, response) => {
    const target = incoming.url ?? '/'
    const { pathname, searchParams } = new URL(target, 'http://localhost')
    const request = { path: pathname, query: searchParams, target, userAgent: incoming.headers['user-agent'] ?? '' }
    made.asked.push(request)
    const fault = made.faults.length > 0 ? made.faults.shift()! : made.always
    if (plays(response, fault)) return
    const { status: code = 200, body } = answer(request, fault as F | null)
    response
      .writeHead(code, { 'content-type': 'application/json;charset=UTF-8' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const own = (server.address() as AddressInfo).port
  return Object.assign(made, {
    url: `http://127.0.0.1:${own}`,
    port: own,
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}

function plays(response: ServerResponse, fault: string | null): boolean {
  if (fault === 'SILENT') return true
  if (fault === 'CLOSED') response.socket?.destroy()
  else if (fault === 'GARBAGE') response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"1","tips":[{"na')
  else if (fault === 'HTTP_500') response.writeHead(500).end()
  else if (fault === 'HTTP_502_PAGE') response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>')
  else if (fault === 'MOVED') response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end()
  else return false
  return true
}
