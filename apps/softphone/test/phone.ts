import { createSocket } from 'node:dgram'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../src/log.ts'
import type { LineEvent } from '../src/protocol/poll.ts'
import { startService } from '../src/service.ts'
import { readSettings } from '../src/settings.ts'
import { writeFileSync } from 'node:fs'

export const origin = 'http://localhost:8080'

export interface Phone {
  url: string
  folder: string
  log: string[]
  cmd(act: string, para?: object): Promise<{ result: number | string; content?: string; outbuf?: string }>
  /** The next event that is none of an idle line. */
  event(): Promise<LineEvent>
  /** Events up to and with the first of this type. Throws after 15 s. */
  until(type: number): Promise<LineEvent[]>
  sim(deed: string, fields?: object): Promise<number>
  stop(): Promise<void>
}

/** The whole service on a port and folder of its own, with settings as a file would give them. */
export async function startPhone(settings: object): Promise<Phone> {
  const folder = mkdtempSync(join(tmpdir(), 'chauffeur-phone-'))
  const config = join(folder, 'config.json')
  writeFileSync(config, JSON.stringify({ port: 0, folder, origin: [origin], ...settings }))
  const read = readSettings(['--config', config])
  if (!read) throw new Error('no settings')
  const log: string[] = []
  const service = await startService(
    read,
    createLog((line) => log.push(line.trim())),
  )
  const url = `http://127.0.0.1:${service.port}`
  const headers = { referer: `${origin}/` }

  const event = async (): Promise<LineEvent> => {
    const response = await fetch(`${url}/msg/?act=get`, { headers })
    return (await response.json()) as LineEvent
  }
  return {
    url,
    folder,
    log,
    cmd: async (act, para = {}) => {
      const query = new URLSearchParams({ act, para: JSON.stringify(para) })
      const response = await fetch(`${url}/cmd/?${query}`, { headers })
      return (await response.json()) as { result: number | string }
    },
    event,
    until: async (type) => {
      const seen: LineEvent[] = []
      const signal = AbortSignal.timeout(15_000)
      for (;;) {
        const response = await fetch(`${url}/msg/?act=get`, { headers, signal }).catch((error: unknown) => {
          throw new Error(`No event ${type} within 15 s, only ${JSON.stringify(seen)}\n${log.slice(-12).join('\n')}`, { cause: error })
        })
        const one = (await response.json()) as LineEvent
        if (one.e_type !== -1) seen.push(one)
        if (one.e_type === type) return seen
      }
    },
    sim: async (deed, fields = {}) => {
      const response = await fetch(`${url}/sim/${deed}`, { method: 'POST', body: JSON.stringify(fields), headers })
      await response.text()
      return response.status
    },
    stop: async () => {
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const given = new Set<number>()

/** A UDP port nobody has at the moment, and no test of this process was given before. */
export async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  if (given.has(port)) return freePort()
  given.add(port)
  return port
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
