import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Played } from './calls.ts'
import { type Fault, WHATS } from './faults.ts'
import type { NumbersService } from './numbers.ts'

/** What no real service has: by these a test or a demo rings, and makes things go wrong. From this machine alone, and from no page of a browser. */
export async function control(service: NumbersService, request: IncomingMessage, response: ServerResponse, path: string, body: string) {
  const say = (status: number, value: object) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  if (!/^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '') || request.headers.origin !== undefined)
    return say(403, { error: 'for this machine alone' })
  const { book, calls, faults, asked } = service
  const given = (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>
  switch (`${request.method} ${path.slice('/control/'.length)}`) {
    case 'GET book':
      return say(200, {
        pool: [...book.pool],
        pairs: [...book.pairs.values()],
        pushed: calls.pushed,
        asked,
        recordings: [...calls.recordings.keys()],
      })
    case 'PUT faults':
      faults.rules = (given.rules as Fault[]).filter(({ what }) => WHATS.includes(what))
      return say(200, { rules: faults.rules })
    case 'PUT settings':
      if (Array.isArray(given.pool)) book.pool = new Set((given.pool as string[]).map((number) => `+86${number}`))
      if (typeof given.pushUrl === 'string') calls.pushUrl = given.pushUrl
      if (Array.isArray(given.againMs)) calls.againMs = given.againMs as number[]
      return say(200, { pool: [...book.pool], pushUrl: calls.pushUrl })
    case 'POST call':
      return say(200, await calls.play(given as unknown as Played))
    default:
      return say(404, { error: 'no such control' })
  }
}
