import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Actor } from '@valhallajs/valhallajs'

/**
 * A process of its own: the engine behind the door that `valhalla_service` has (`/route`, `/sources_to_targets`, `/trace_route`, as `json` in the
 * address or as the body), which the package brings the engine without.
 */
const actor = new Actor(readFileSync(process.argv[2]!, 'utf8'))
/** The sentences come without the codes that stand beside them in the program's own answers. */
const CODES: Record<string, number> = {
  'Locations are in unconnected regions': 170,
  'No suitable edges near location': 171,
  'No path could be found for input': 442,
  'Exact route match algorithm failed to find path': 443,
  'Map Match algorithm failed to find path': 444,
}
const codeOf = (sentence: string) => Object.entries(CODES).find(([known]) => sentence.includes(known))?.[1] ?? 100

const actions: Record<string, (query: string) => Promise<string>> = {
  '/route': (query) => actor.route(query),
  '/sources_to_targets': (query) => actor.matrix(query),
  '/trace_route': (query) => actor.traceRoute(query),
  '/status': (query) => actor.status(query),
}

const server = createServer((request, response) => {
  const answer = (status: number, text: string) => {
    response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' })
    response.end(text)
  }
  const said = async () => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    let body = ''
    for await (const part of request) body += String(part)
    const action = actions[pathname]
    if (!action) return answer(404, '{"error_code":106,"error":"Try any of: \'/route\' \'/sources_to_targets\' \'/trace_route\'"}')
    answer(200, await action(body || (searchParams.get('json') ?? '{}')))
  }
  said().catch((error: unknown) => {
    const sentence = error instanceof Error ? error.message : String(error)
    answer(400, JSON.stringify({ error_code: codeOf(sentence), error: sentence, status_code: 400, status: 'Bad Request' }))
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
// Nobody is left who would stop it.
process.on('disconnect', () => process.exit())
