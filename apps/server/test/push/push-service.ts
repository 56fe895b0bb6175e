import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { fileURLToPath } from 'node:url'

/** What the service does with a push. `SILENT`: takes it, and says nothing. */
export type PushManner = 201 | 302 | 400 | 404 | 410 | 413 | 429 | 500 | 'SILENT' | 'CLOSED'
interface Browser {
  keys: ECDH
  auth: Buffer
  /** For which sender it subscribed. */
  senderKey: string
}
export interface Arrived {
  endpoint: string
  /** As the browser opens it; null: it cannot. */
  data: Record<string, unknown> | null
  ttl: number
  urgency: string
  topic: string
  subject: string
}
export interface PushService {
  host: string
  /** A browser subscribes here. */
  subscribe(senderKey: string): { endpoint: string; p256dh: string; auth: string }
  /** Every push that was asked for, in order, also such as were not taken. */
  arrived: Arrived[]
  /** What the telephones show: of one topic the last. */
  shown: Map<string, Arrived>
  /** What it thought wrong of a request, by the standards. */
  wrong: string[]
  manner: (push: Arrived) => PushManner | Promise<PushManner>
  retryAfter: string
  stop(): Promise<void>
}

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
/** For processes of their own: `NODE_EXTRA_CA_CERTS`. */
export const LOOPBACK_CERT = file('./loopback-cert.pem')

const bytes = (text: string) => Buffer.from(text, 'base64url')
const derived = (key: Buffer, salt: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** RFC 8188 and 8291, from the browser's side. */
function open({ keys, auth }: Browser, body: Buffer): Record<string, unknown> {
  const [salt, idLength] = [body.subarray(0, 16), body[20]!]
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  if (record.length > body.readUInt32BE(16)) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const input = derived(keys.computeSecret(sender), auth, info, 32)
  const key = derived(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = plain.findLastIndex((byte) => byte !== 0)
  if (plain[end] !== 2) throw new Error('no end of the last record')
  return JSON.parse(plain.subarray(0, end).toString()) as Record<string, unknown>
}

/** RFC 8292: signed by the key for which the browser subscribed, for this service, for at most a day. Gives whom to write to. */
function senderOf(authorization: string, senderKey: string, origin: string): string {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (key !== senderKey) throw new Error('another sender')
  const point = bytes(key)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [string, string]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const [head = '', claims = '', signature = ''] = token.split('.')
  if ((JSON.parse(bytes(head).toString()) as { alg: string }).alg !== 'ES256') throw new Error('another algorithm')
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(signature)))
    throw new Error('bad signature')
  const { aud, exp, sub } = JSON.parse(bytes(claims).toString()) as { aud: string; exp: number; sub: string }
  if (aud !== origin) throw new Error('for another service')
  const inS = exp - Date.now() / 1_000
  if (inS <= 0 || inS > 86_400) throw new Error('no good time')
  if (!/^(mailto:|https:)/.test(sub)) throw new Error('nobody to write to')
  return sub
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** A push service and the browsers that it serves, by the standards alone: nothing here is shared with what sends. */
export async function pushService(): Promise<PushService> {
  const cert = readFileSync(LOOPBACK_CERT, 'utf8')
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), cert])
  const browsers = new Map<string, Browser>()
  const service: PushService = {
    host: '',
    subscribe: (senderKey) => {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const path = `/push/${randomUUID()}`
      const auth = randomBytes(16)
      browsers.set(path, { keys, auth, senderKey })
      return { endpoint: `https://${service.host}${path}`, p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') }
    },
    arrived: [],
    shown: new Map(),
    wrong: [],
    manner: () => 201,
    retryAfter: '',
    stop: async () => {},
  }
  const judged = (request: IncomingMessage, browser: Browser, body: Buffer): Arrived => {
    const { authorization = '', ttl, urgency, topic, 'content-encoding': coding } = request.headers as Record<string, string | undefined>
    if (request.method !== 'POST') throw new Error('no POST')
    if (coding !== 'aes128gcm') throw new Error('another coding')
    if (body.length > 4_096) throw new Error('too long')
    if (!/^\d+$/.test(ttl ?? '')) throw new Error('no time to live')
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) throw new Error('a wrong topic')
    const subject = senderOf(authorization, browser.senderKey, `https://${service.host}`)
    const endpoint = `https://${service.host}${request.url}`
    return { endpoint, data: open(browser, body), ttl: Number(ttl), urgency: urgency ?? '', topic: topic ?? '', subject }
  }
  const server = createServer({ cert, key: readFileSync(file('./loopback-key.pem')) }, async (request, response) => {
    const body = await bodyOf(request)
    const browser = browsers.get(request.url ?? '')
    if (!browser) return void response.writeHead(404).end()
    let push: Arrived
    try {
      push = judged(request, browser, body)
    } catch (error) {
      service.wrong.push((error as Error).message)
      return void response.writeHead(400).end()
    }
    service.arrived.push(push)
    const manner = await service.manner(push)
    if (manner === 201 || manner === 'SILENT') service.shown.set(`${push.endpoint} ${push.topic}`, push)
    if (manner === 'SILENT') return
    if (manner === 'CLOSED') return void request.socket.destroy()
    response
      .writeHead(manner, {
        ...(manner === 302 && { location: 'http://127.0.0.1:1/' }),
        ...(manner === 429 && service.retryAfter && { 'retry-after': service.retryAfter }),
      })
      .end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  service.stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return service
}
