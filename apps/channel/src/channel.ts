import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Book } from './book.ts'
import { control } from './control.ts'
import { type Behaviour, Faults } from './faults.ts'
import { type ClientFile, clientFile, keysIn, type Keys, requestGate, signatureHeaders } from './keys.ts'
import { Notices } from './notices.ts'
import { isKept, isStatementCall, type StatementCall, type StatementFault, statementOf } from './statement.ts'
import { refusal, type Reply, Transfers } from './transfers.ts'

export interface ChannelOptions {
  /** 0 takes any port that is free. */
  port?: number
  host?: string
  /** Keys, the book and `client.json` lie here; null: in memory, gone with the process. */
  folder?: string | null
  /** What happens to an order that nothing else was asked for. */
  standard?: Behaviour
  /** Looks at the last two digits of a sum, too. */
  byAmount?: boolean
  /** On the account at the first start. */
  openingFen?: number
  /** After so long a notification that was not heard is sent again. */
  noticeAgainMs?: readonly number[]
  /** Of each call in a second. */
  perS?: number
}

export interface Channel {
  url: string
  client: ClientFile
  /** What the control endpoints do, for those in the same process. */
  book: Book
  faults: Faults
  transfers: Transfers
  notices: Notices
  /** Requests by call, refused ones too. */
  asked: { method: string; path: string; status: number }[]
  statementFaults: Map<string, StatementFault>
  /** The channel's clock runs so far ahead: days and the user's 24 hours pass by it. Signatures are made by the real one. */
  aheadMs: number
  now(): number
  stop(): Promise<void>
}

const BODY_BYTES = 262_144
const DOWNLOAD_MS = 30_000
const KEPT_MONTHS_MS = 92 * 86_400_000

/** A stand-in of WeChat Pay v3 merchant transfers: the same wire, keys and a book of its own, and every fault when it is asked for. */
export async function startChannel(options: ChannelOptions = {}): Promise<Channel> {
  const { port = 0, host = '127.0.0.1', folder = null, perS = 100, openingFen = 100_000_000 } = options
  const keys = keysIn(folder)
  const gate = requestGate(keys)
  const book = new Book(folder && join(folder, 'book.jsonl'))
  const faults = new Faults({ byAmount: options.byAmount ?? false, standard: options.standard ?? {} })
  const notices = new Notices(keys, options.noticeAgainMs ?? [15_000, 15_000, 30_000, 180_000, 600_000])
  const now = () => Date.now() + channel.aheadMs
  const transfers = new Transfers({ keys, book, faults, now, ended: (bill, behaviour) => notices.tell(bill, behaviour) })
  const files = new Map<string, { file: Buffer; until: number }>()
  const tooOften = counter(perS)

  const answer = (
    method: string,
    path: string,
    query: URLSearchParams,
    body: string,
    serial: string | undefined,
  ): { reply: Reply; behaviour: Behaviour } => {
    const plain = (reply: Reply, behaviour: Behaviour = {}) => ({ reply, behaviour })
    const call = path.replace(/out-bill-no\/\w+/, 'out-bill-no')
    if (tooOften(`${method} ${call}`)) return plain(refusal(429, 'FREQUENCY_LIMITED', '频率超限，请降低频率后重试'))
    const bills = '/v3/fund-app/mch-transfer/transfer-bills'
    if (method === 'POST' && path === bills) {
      const order = objectOf(body)
      return order ? transfers.take(order, serial) : plain(refusal(400, 'PARAM_ERROR', '请求体不是有效的JSON'))
    }
    const [, outBillNo, cancel] = /^\/v3\/fund-app\/mch-transfer\/transfer-bills\/out-bill-no\/(\w{1,32})(\/cancel)?$/.exec(path) ?? []
    const signing = { signing: transfers.behaviours.get(outBillNo ?? '')?.signing }
    if (outBillNo && method === 'GET' && !cancel) return plain(transfers.find(outBillNo), signing)
    if (outBillNo && method === 'POST' && cancel) return plain(transfers.cancel(outBillNo), signing)
    if (method === 'GET' && path === '/v3/merchant/fund/balance/OPERATION')
      return plain({ status: 200, body: { available_amount: book.availableFen, pending_amount: book.heldFen } })
    if (method === 'GET' && path.startsWith('/v3/merchant/fund/balance/')) return plain(refusal(400, 'INVALID_REQUEST', '账户类型未开通'))
    const bill = path.startsWith('/v3/bill/') ? path.slice('/v3/bill/'.length) : ''
    if (method === 'GET' && isStatementCall(bill)) return plain(statement(bill, query))
    return plain(refusal(404, 'RESOURCE_NOT_EXISTS', '请求的接口不存在'))
  }

  const statement = (call: StatementCall, query: URLSearchParams): Reply => {
    const day = query.get('bill_date') ?? ''
    const fault = channel.statementFaults.get(day) ?? null
    const begin = Date.parse(`${day}T00:00:00+08:00`)
    if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(begin) || begin < now() - KEPT_MONTHS_MS)
      return refusal(400, 'INVALID_REQUEST', '账单日期格式不正确')
    if (!isKept(call, query)) return refusal(400, 'NO_STATEMENT_EXIST', '账单文件不存在')
    // Made from nine in the morning of the next day on.
    if (fault === 'NOT_READY' || now() < begin + 33 * 3_600_000) return refusal(400, 'STATEMENT_CREATING', '账单生成中')
    const text = statementOf(call, book, day, keys.mchId, fault)
    if (text === null) return refusal(400, 'NO_STATEMENT_EXIST', '账单文件不存在')
    const whole = fault === 'CUT_OFF' ? (statementOf(call, book, day, keys.mchId, null) ?? '') : text
    const digest = createHash('sha1')
      .update(fault === 'WRONG_DIGEST' ? `${whole} ` : whole)
      .digest('hex')
    const token = randomBytes(32).toString('base64url')
    const packed = query.get('tar_type') === 'GZIP' ? gzipSync(text) : Buffer.from(text)
    const file = fault === 'PACKED_CUT_OFF' ? packed.subarray(0, Math.floor(packed.length * 0.7)) : packed
    files.set(token, { file, until: Date.now() + DOWNLOAD_MS })
    return {
      status: 200,
      body: { hash_type: 'SHA1', hash_value: digest, download_url: `${channel.url}/v3/billdownload/file?token=${token}` },
    }
  }

  const server = createServer((request, response) => {
    void serve(request, response).catch(() => request.socket.destroy())
  })
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: target = '' } = request
    const { pathname: path, searchParams: query } = new URL(target, 'http://channel')
    const body = await bodyOf(request)
    if (path.startsWith('/control/')) return control(channel, request, response, path, body)
    const { authorization, 'wechatpay-serial': serial } = request.headers
    const stranger = gate(authorization, method, target, body)
    if (stranger) {
      channel.asked.push({ method, path, status: 401 })
      return send(response, keys, refusal(401, 'SIGN_ERROR', stranger), 'UNSIGNED')
    }
    if (path === '/v3/billdownload/file') {
      const found = files.get(query.get('token') ?? '')
      if (!found || found.until < Date.now()) return send(response, keys, refusal(400, 'PARAM_ERROR', '下载地址已失效'))
      channel.asked.push({ method, path, status: 200 })
      // As the service does: a file carries no signature.
      return void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(found.file)
    }
    const { reply, behaviour } = answer(method, path, query, body, Array.isArray(serial) ? undefined : serial)
    const lost = method === 'POST' && !path.endsWith('/cancel') ? behaviour.answer : undefined
    channel.asked.push({ method, path, status: reply.status })
    // Who is not answered waits until they give up.
    if (lost?.startsWith('SILENT')) return
    if (lost?.startsWith('HUNG_UP')) return void request.socket.destroy()
    if (lost === 'FAULT_TAKEN' || lost === 'FAULT_PAID') return send(response, keys, refusal(500, 'SYSTEM_ERROR', '系统异常，请稍后重试'))
    if (lost === 'GARBLED_PAID') return void response.writeHead(200, signatureHeaders(keys, '{"out_bill')).end('{"out_bill')
    send(response, keys, reply, behaviour.signing)
  }

  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  const channel: Channel = {
    url,
    client: clientFile(keys, url),
    book,
    faults,
    transfers,
    notices,
    asked: [],
    statementFaults: new Map(),
    aheadMs: 0,
    now,
    stop: () => {
      clearInterval(timer)
      notices.stop()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  const timer = setInterval(() => transfers.tickAll(), 100)
  timer.unref()
  if (book.flows.length === 0 && openingFen > 0) book.topUp(now(), openingFen)
  if (folder) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'client.json'), `${JSON.stringify(channel.client, null, 2)}\n`, { mode: 0o600 })
  }
  return channel
}

function send(response: ServerResponse, keys: Keys, { status, body }: Reply, signing?: Behaviour['signing']): void {
  const text = body === null ? '' : JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'request-id': randomBytes(16).toString('hex'),
    ...signatureHeaders(keys, text, signing),
  })
  response.end(text)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > BODY_BYTES) throw new Error('too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
function objectOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Whether a call was asked for more often in this second than it may be. */
function counter(perS: number): (call: string) => boolean {
  const counts = new Map<string, { second: number; asked: number }>()
  return (call) => {
    const second = Math.floor(Date.now() / 1_000)
    const count = counts.get(call)
    const asked = count?.second === second ? count.asked + 1 : 1
    counts.set(call, { second, asked })
    return asked > perS
  }
}
