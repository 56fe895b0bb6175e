import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '#platform/files/s3-store'

/** What goes wrong between us and the store, for the requests it says yes to. */
export interface Fault {
  method: string
  /** So many times, then no more. */
  times: number
  how: 'SILENT' | 'BUSY' | 'CUT_OFF' | 'CHANGED'
}

export interface ObjectStore {
  settings: S3Settings
  /** What was asked, in order. */
  asked: { method: string; path: string; status: number }[]
  /** Requests whose signed digest was not that of their body. */
  wronglySigned: string[]
  faults: Fault[]
  /** Keys there are. */
  keys(): Promise<string[]>
  stop(): Promise<void>
}

const BUCKET = 'chauffeur-files'

/** A server that speaks S3 and checks signatures, behind a line that breaks on demand. */
export async function objectStore(): Promise<ObjectStore> {
  const directory = mkdtempSync(join(tmpdir(), 'chauffeur-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: BUCKET }] })
  const { port: behind } = await server.run()
  const asked: ObjectStore['asked'] = []
  const wronglySigned: string[] = []
  const faults: Fault[] = []
  const faultOf = (method: string) => {
    const fault = faults.find((one) => one.method === method && one.times > 0)
    if (fault) fault.times--
    return fault?.how
  }
  // An object is replaced as a whole, as every S3 store does; the one behind writes in place, and would show half of it to who asks meanwhile.
  const lastOf = new Map<string, Promise<unknown>>()
  const inTurn: RequestListener = (incoming, outgoing) => {
    const path = incoming.url!.split('?')[0]!
    const answered = new Promise((resolve) => outgoing.once('close', resolve))
    const before = lastOf.get(path)
    lastOf.set(path, Promise.all([before, answered]))
    if (before) void before.then(() => line(incoming, outgoing))
    else line(incoming, outgoing)
  }
  const line: RequestListener = (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const note = (status: number) => void asked.push({ method, path: url, status })
    const fault = faultOf(method)
    if (fault === 'SILENT') {
      incoming.resume()
      return note(0)
    }
    if (fault === 'BUSY') {
      incoming.resume()
      note(503)
      return void outgoing.writeHead(503, { 'content-type': 'application/xml' }).end('<Error><Code>SlowDown</Code></Error>')
    }
    const passed = request({ port: behind, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      note(answer.statusCode ?? 0)
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      if (fault) return spoil(fault, answer, outgoing)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    const digest = createHash('sha256')
    incoming.on('data', (chunk: Buffer) => digest.update(chunk))
    incoming.on('end', () => {
      const signed = headers['x-amz-content-sha256']
      if (signed !== digest.digest('hex')) wronglySigned.push(`${method} ${url}: ${String(signed)}`)
    })
    incoming.pipe(passed)
  }
  const front = createServer(inTurn)
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const { port } = front.address() as AddressInfo
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: BUCKET,
      keys: { id: 'S3RVER', secret: 'S3RVER' },
      pathStyle: true,
      timeoutMs: 1_500,
    },
    asked,
    wronglySigned,
    faults,
    keys: async () => {
      const response = await fetch(`http://127.0.0.1:${behind}/${BUCKET}?list-type=2`)
      return [...(await response.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key!)
    },
    stop: async () => {
      front.closeAllConnections()
      await Promise.all([new Promise((resolve) => front.close(resolve)), server.close()])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Half of an answer and no more, or all of it with one byte another. */
function spoil(how: Fault['how'], answer: IncomingMessage, outgoing: ServerResponse) {
  const half = Number(answer.headers['content-length'] ?? 0) / 2
  let seen = 0
  answer.on('data', (chunk: Buffer) => {
    const at = Math.floor(half) - seen
    seen += chunk.length
    const middle = at >= 0 && at < chunk.length
    if (how === 'CHANGED' && middle) chunk[at] = chunk[at]! ^ 0xff
    if (how === 'CUT_OFF' && middle) {
      outgoing.write(chunk.subarray(0, at), () => outgoing.destroy())
      answer.destroy()
    } else outgoing.write(chunk)
  })
  answer.on('end', () => outgoing.end())
}
