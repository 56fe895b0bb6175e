import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Asked, judgeOf, ruleFor, type Verdict } from './judge.ts'

/** A picture of eight megabytes, as it is written in JSON. */
const MOST_BYTES = 12 * 1_048_576
/** Of what was asked the last so many are remembered, without their pictures. */
const REMEMBERED = 1_000

export interface FaceService {
  url: string
  stop(): Promise<void>
}

/** A service that judges faces and insurances, with a token that whoever asks it has to know. */
export async function startFace({ port = 0, token }: { port?: number; token: string }): Promise<FaceService> {
  const judge = judgeOf()
  const asked: object[] = []
  let rules: Verdict[] = []

  async function check(body: string, response: ServerResponse) {
    const question = JSON.parse(body) as Asked
    const { picture, ...rest } = question
    asked.push({ ...rest, ...(picture && { pictureSha256: createHash('sha256').update(picture).digest('hex') }) })
    asked.splice(0, asked.length - REMEMBERED)
    const rule = ruleFor(rules, question)
    if (rule?.delayMs) await sleep(rule.delayMs)
    if (rule?.status) return send(response, rule.status, { error: 'as it was told' })
    const { passed, live, scoreBp, reason } = { ...judge(question), ...rule }
    send(response, 200, { passed, live, scoreBp, reason })
  }
  async function control(request: IncomingMessage, body: string, response: ServerResponse) {
    if (!isLocal(request)) return send(response, 403, { error: 'from this machine only' })
    if (request.method === 'PUT' && request.url === '/control/verdicts') rules = (JSON.parse(body) as { rules: Verdict[] }).rules
    else if (request.url !== '/control/asked') return send(response, 404, { error: 'nothing of the kind' })
    send(response, 200, { rules, asked })
  }
  const server = createServer((request, response) => {
    bodyOf(request)
      .then((body) => {
        if (request.url?.startsWith('/control/')) return control(request, body, response)
        if (request.method !== 'POST') return send(response, 405, { error: 'POST' })
        if (!isKnown(request.headers.authorization, token)) return send(response, 401, { error: 'token' })
        return check(body, response)
      })
      .catch(() => send(response, 400, { error: 'not a question' }))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/check`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MOST_BYTES) throw new RangeError('Too long.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
function send(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
const isLocal = ({ socket }: IncomingMessage) => ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '')
function isKnown(given: string | undefined, token: string): boolean {
  const [a, b] = [given ?? '', `Bearer ${token}`].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}
