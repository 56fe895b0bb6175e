import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Book, type Pair } from './book.ts'
import { Calls, wav } from './calls.ts'
import { control } from './control.ts'
import { Faults, type What } from './faults.ts'
import { type Key, wrongWith } from './signature.ts'

export interface NumbersService {
  url: string
  book: Book
  calls: Calls
  faults: Faults
  /** What was asked, in its order. */
  asked: { what: What; target: string; body: unknown }[]
  stop(): Promise<void>
}

const PAIRS = '/rest/caas/relationnumber/partners/v1.0'
const RECORDINGS = '/rest/provision/voice/record/v1.0'
const MOST_BYTES = 65_536
const REMEMBERED = 2_000
/** The sentences that stand with the service's codes. */
const WORDS: Record<string, string> = {
  1010001: 'Internal system error.',
  1010002: 'Invalid request.',
  1010010: 'The flow control upper limit is reached on the platform.',
  1010029: 'The subscriber status is frozen.',
  1012001: 'Resource of number is not exist.',
  1012007: 'The record does not exist.',
  1012008: 'Insufficient number of resources.',
  1012010: 'The relation number has been bound.',
  1012102: 'The number is contained in the blacklist.',
  1020150: 'The app_key is invalid.',
  1020166: 'The app client ip is not in ip white list.',
  1023006: 'Authorization not contained in the HTTP header.',
  1023007: 'The authorization is invalid.',
  1023008: 'The created time is invalid.',
}
const TELEPHONE = /^\+86\d{5,15}$/
/** 90 days. */
const MOST_S = 7_776_000

interface Answer {
  status: number
  body?: object | Buffer
  location?: string
}
const refusal = (code: string): Answer => ({
  status: code === '1010001' ? 500 : code.startsWith('1023') || code.startsWith('10201') ? 403 : 400,
  body: { resultcode: code, resultdesc: WORDS[code] ?? 'Failed.' },
})
const done = (more: object = {}): Answer => ({ status: 200, body: { resultcode: '0', resultdesc: 'Success', ...more } })

/** A service that lends numbers, with a pool, a book of pairs and recordings of its own. */
export async function startNumbers({
  port = 0,
  key,
  pool = [],
  pushUrl = '',
}: {
  port?: number
  key: Key
  pool?: readonly string[]
  pushUrl?: string
}): Promise<NumbersService> {
  const book = new Book(Date.now)
  book.pool = new Set(pool.map((number) => `+86${number}`))
  const faults = new Faults()
  const calls = new Calls(key, book, faults)
  calls.pushUrl = pushUrl
  const asked: NumbersService['asked'] = []
  const files = new Map<string, string>()

  const view = ({ endsAt: _endsAt, ...pair }: Pair) => pair
  function bind(body: Record<string, unknown>): Answer {
    const [relationNum, callerNum, calleeNum] = [body.relationNum, body.callerNum, body.calleeNum].map(String) as [string, string, string]
    const duration = Number(body.duration ?? 0)
    if (![relationNum, callerNum, calleeNum].every((one) => TELEPHONE.test(one)) || callerNum === calleeNum) return refusal('1010002')
    if (!(duration >= 0 && duration <= MOST_S) || String(body.userData ?? '').length > 256) return refusal('1010002')
    if (!book.pool.has(relationNum)) return refusal('1012008')
    if (book.taken(relationNum, [callerNum, calleeNum])) return refusal('1012010')
    const pair = book.bind({
      relationNum,
      callerNum,
      calleeNum,
      callDirection: Number(body.callDirection ?? 0),
      duration,
      recordFlag: body.recordFlag === true,
      recordHintTone: String(body.recordHintTone ?? ''),
      userData: String(body.userData ?? ''),
    })
    const { subscriptionId, callDirection } = pair
    return done({ subscriptionId, relationNum, callDirection, duration, maxDuration: 0 })
  }
  function change(body: Record<string, unknown>): Answer {
    const pair = book.get(String(body.subscriptionId))
    if (!pair) return refusal('1012001')
    const [callerNum, calleeNum] = [String(body.callerNum ?? pair.callerNum), String(body.calleeNum ?? pair.calleeNum)]
    if (![callerNum, calleeNum].every((one) => TELEPHONE.test(one)) || callerNum === calleeNum) return refusal('1010002')
    if (book.taken(pair.relationNum, [callerNum, calleeNum], pair.subscriptionId)) return refusal('1012010')
    const duration = Number(body.duration ?? pair.duration)
    Object.assign(pair, { callerNum, calleeNum, duration, endsAt: book.ends(duration) })
    return done()
  }
  function query(of: URLSearchParams): Answer {
    const one = of.get('subscriptionId')
    const all = one ? [book.get(one)].filter((pair) => pair !== undefined) : book.of(of.get('relationNum') ?? '')
    if (all.length === 0) return refusal('1012007')
    const [index, size] = [Number(of.get('pageIndex') ?? 1), Number(of.get('pageSize') ?? 20)]
    return done({
      totalCount: all.length,
      pageIndex: index,
      pageSize: size,
      relationNumList: all.slice((index - 1) * size, index * size).map(view),
    })
  }
  function release(of: URLSearchParams): Answer {
    const subscriptionId = of.get('subscriptionId') ?? ''
    return book.get(subscriptionId) && book.pairs.delete(subscriptionId) ? done() : refusal('1012001')
  }
  function recording(of: URLSearchParams): Answer {
    const found = calls.recordings.get(of.get('fileName') ?? '')
    if (!found || !of.get('recordDomain')) return refusal('1012007')
    const ticket = randomUUID()
    files.set(ticket, found.name)
    return { status: 301, location: `${url()}/files/${ticket}` }
  }

  /** Does what is asked, or what it was told to do instead. */
  async function doing(what: What, request: IncomingMessage, target: URL, body: string, work: () => Answer): Promise<Answer | 'broken'> {
    const read: unknown = body === '' ? null : JSON.parse(body)
    asked.push({ what, target: `${target.pathname}${target.search}`, body: read })
    asked.splice(0, asked.length - REMEMBERED)
    const wrong = what === 'file' ? null : wrongWith(key, request.headers)
    if (wrong) return refusal(wrong)
    const fault = faults.next(what)
    if (fault?.delayMs && !fault.lost) await sleep(fault.delayMs)
    if (fault?.status) return { status: fault.status }
    if (fault?.code) return refusal(fault.code)
    const answer = work()
    if (!fault?.lost) return answer
    // It is done; nobody hears of it.
    if (fault.delayMs) await sleep(fault.delayMs)
    return 'broken'
  }

  function route(request: IncomingMessage, target: URL, body: string): Promise<Answer | 'broken'> {
    const { method } = request
    const json = () => JSON.parse(body) as Record<string, unknown>
    const { searchParams: of, pathname } = target
    if (pathname === PAIRS && method === 'POST') return doing('bind', request, target, body, () => bind(json()))
    if (pathname === PAIRS && method === 'PUT') return doing('change', request, target, body, () => change(json()))
    if (pathname === PAIRS && method === 'GET') return doing('query', request, target, body, () => query(of))
    if (pathname === PAIRS && method === 'DELETE') return doing('release', request, target, body, () => release(of))
    if (pathname === RECORDINGS && method === 'GET') return doing('record', request, target, body, () => recording(of))
    if (pathname.startsWith('/files/'))
      return doing('file', request, target, body, () => {
        const found = calls.recordings.get(files.get(pathname.slice(7)) ?? '')
        return found ? { status: 200, body: wav(found.seconds) } : { status: 404 }
      })
    return Promise.resolve({ status: 404 })
  }
  const server = createServer((request, response) => {
    bodyOf(request)
      .then(async (body) => {
        const target = new URL(request.url ?? '/', url())
        if (target.pathname.startsWith('/control/')) return control(service, request, response, target.pathname, body)
        const answer = await route(request, target, body)
        if (answer === 'broken') return void request.socket.destroy()
        send(response, answer)
      })
      .catch(() => send(response, refusal('1010002')))
  })
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const service: NumbersService = {
    url: url(),
    book,
    calls,
    faults,
    asked,
    stop: () =>
      new Promise((resolve) => {
        calls.stop()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return service
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
function send(response: ServerResponse, { status, body, location }: Answer): void {
  if (response.headersSent) return
  const sound = Buffer.isBuffer(body)
  response
    .writeHead(status, { 'content-type': sound ? 'audio/wav' : 'application/json;charset=utf-8', ...(location && { location }) })
    .end(sound ? body : body && JSON.stringify(body))
}
