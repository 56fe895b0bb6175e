import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../apps/softphone/test/phone.ts'
import { ackOk, answers, expects, expectsRequest, invite, may, plays, sipp, type Sipp } from '../../apps/softphone/test/sipp.ts'
import { toneAlaw } from '../../apps/softphone/test/tone.ts'

const SERVICE = 'http://127.0.0.1:3001'
const main = join(import.meta.dirname, '../../apps/softphone/src/main.ts')

/** The local phone service where the console expects it, once it has said all of this. */
async function startService(settings: object, says: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'chauffeur-desk-phone-'))
  const config = join(folder, 'config.json')
  writeFileSync(config, JSON.stringify({ folder, ...settings }))
  const child = spawn(process.execPath, [main, '--config', config], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk).slice(-4_000)
        if (says.every((words) => said.includes(words))) resolve()
      })
    child.once('exit', () => reject(new Error(`The phone service ended: ${said}`)))
  })
  return {
    folder,
    stop: async () => {
      if (child.exitCode === null) {
        child.removeAllListeners('exit')
        const gone = once(child, 'exit')
        child.kill()
        await gone
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** With a scripted line; time on the line runs `speed` times as fast. */
export async function startDeskPhone(origin: string, { speed = 4, lines = 1 } = {}) {
  const service = await startService({ origin: [origin], simulate: true, speed, lines }, ['serves'])
  /** A bare request: `fetch` says how it fetches, and the service then takes us for a page. */
  const sim = (deed: string, body: object = {}) =>
    new Promise<void>((resolve, reject) => {
      const asked = request(`${SERVICE}/sim/${deed}`, { method: 'POST' }, (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += String(chunk)))
        answer.on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`The line cannot ${deed}: ${text}`))))
      })
      asked.on('error', reject)
      asked.end(JSON.stringify(body))
    })
  return {
    /** Somebody calls. */
    ring: (number: string, ch = 0) => sim('call', { number, ch }),
    /** The far end hangs up. */
    farHangUp: (ch = 0) => sim('hangup', { ch }),
    stop: service.stop,
  }
}
export type DeskPhone = Awaited<ReturnType<typeof startDeskPhone>>

/** Pitch of what the caller of a SIP line says. */
export const CALLER_HZ = 500

/** With an account at a PBX, which sipp plays. */
export async function startSipPhone(origin: string) {
  const ports = { port: await freePort(), phonePort: await freePort() }
  const account = { uri: 'sip:1001@127.0.0.1', server: `127.0.0.1:${ports.port}`, localPort: ports.phonePort, register: false }
  const service = await startService({ origin: [origin], audio: 'record', sip: [account] }, ['serves', 'without registration'])
  const voice = join(service.folder, 'voice.alaw')
  writeFileSync(voice, toneAlaw(CALLER_HZ))
  const peers: Sipp[] = []
  return {
    /** Somebody calls, speaks once answered, and waits until we hang up. */
    ring: (number: string): Sipp => {
      const answered = [expects(200), ackOk(number), plays(voice)]
      const ends = [expectsRequest('BYE'), answers('200 OK', { tag: false })]
      const peer = sipp([invite(number), may(100), expects(180), ...answered, ...ends], { ...ports, more: ['-recv_timeout', '30000'] })
      peers.push(peer)
      return peer
    },
    stop: async () => {
      for (const peer of peers) peer.stop()
      await service.stop()
    },
  }
}
