import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { freePort } from '../../../apps/softphone/test/phone.ts'
import { pbxAccount, startPhoneProcess } from '../../../apps/softphone/test/process.ts'
import { ackOk, answers, expects, expectsRequest, invite, may, plays, sipp, type Sipp } from '../../../apps/softphone/test/sipp.ts'
import { toneAlaw } from '../../../apps/softphone/test/tone.ts'

/** Where the console expects it. */
const SERVICE = 'http://127.0.0.1:3001'

/** With a scripted line; time on the line runs `speed` times as fast. */
export async function startDeskPhone(origin: string, { speed = 4, lines = 1 } = {}) {
  const service = await startPhoneProcess({ origin: [origin], simulate: true, speed, lines }, ['serves'])
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
  const account = pbxAccount(ports.port, ports.phonePort)
  const service = await startPhoneProcess({ origin: [origin], audio: 'record', sip: [account] }, ['serves', 'without registration'])
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
