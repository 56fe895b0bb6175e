import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SERVICE = 'http://127.0.0.1:3001'
const main = join(import.meta.dirname, '../../apps/softphone/src/main.ts')

/** The local phone service with a scripted line, where the console expects it; time on the line runs `speed` times as fast. */
export async function startDeskPhone(origin: string, speed = 4) {
  const folder = mkdtempSync(join(tmpdir(), 'chauffeur-desk-phone-'))
  const child = spawn(process.execPath, [main, '--simulate', '--origin', origin, '--folder', folder, '--speed', String(speed)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => said.push(String(chunk)))
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The phone service ended: ${said.join('')}`)))
    child.stdout.on('data', () => said.join('').includes('serves') && resolve())
  })
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
    ring: (number: string) => sim('call', { number }),
    /** The far end hangs up. */
    farHangUp: () => sim('hangup'),
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
export type DeskPhone = Awaited<ReturnType<typeof startDeskPhone>>
