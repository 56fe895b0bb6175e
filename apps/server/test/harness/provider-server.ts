import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'

/** What the provider does with a request. */
export type Answer =
  | { status?: number; body?: unknown; text?: string; after?: Promise<unknown> }
  /** Says nothing; says half of its answer and then nothing; breaks in the middle; closes at once; never stops. */
  | 'SILENT'
  | 'STUCK'
  | 'CUT_OFF'
  | 'CLOSED'
  | 'ENDLESS'

export interface ProviderServer {
  url: string
  /** What was asked, in order. */
  asked: { body: unknown; authorization: string | undefined; path: string }[]
  /** What it answers: the first for the next request, the last from then on. */
  answers: Answer[]
  stop(): Promise<void>
}

/** Somebody else’s service as it is on its worse days. `secure`: behind a certificate that nobody signed. */
export async function providerServer({ secure = false } = {}): Promise<ProviderServer> {
  const asked: ProviderServer['asked'] = []
  const answers: Answer[] = [{}]
  const listener: RequestListener = async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    asked.push({ body: JSON.parse(text), authorization: request.headers.authorization, path: request.url ?? '' })
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!
    if (answer === 'SILENT') return
    if (answer === 'CLOSED') return void request.socket.destroy()
    if (typeof answer === 'object') await answer.after
    const body = typeof answer === 'string' ? '{"passed":true}' : (answer.text ?? JSON.stringify(answer.body ?? {}))
    response.writeHead(typeof answer === 'string' ? 200 : (answer.status ?? 200), {
      'content-type': 'application/json',
      ...(answer !== 'ENDLESS' && { 'content-length': Buffer.byteLength(body) }),
    })
    if (answer === 'ENDLESS') {
      const more = () => {
        while (!response.destroyed && response.write('["and so on",'.repeat(1_000)));
      }
      response.on('drain', more)
      return more()
    }
    if (answer === 'STUCK' || answer === 'CUT_OFF') {
      response.write(body.slice(0, 5), () => answer === 'CUT_OFF' && request.socket.destroy())
      return
    }
    response.end(body)
  }
  const server: Server = secure ? createSecureServer({ key: fixture('key'), cert: fixture('cert') }, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http${secure ? 's' : ''}://127.0.0.1:${(server.address() as AddressInfo).port}/v1?key=in-the-address`,
    asked,
    answers,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const fixture = (name: string) => readFileSync(new URL(`./nobodys-${name}.pem`, import.meta.url))
