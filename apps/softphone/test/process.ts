import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../src/main.ts')

export interface PhoneProcess {
  /** What it wrote until it was ready. */
  said: string
  folder: string
  stop(): Promise<void>
}

/** The phone service as a process of its own, with a folder of its own, once it has said all of this. */
export async function startPhoneProcess(settings: object, says: readonly string[]): Promise<PhoneProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'chauffeur-phone-'))
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
    said,
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

/** A local account at whoever plays the PBX on this UDP port. */
export const pbxAccount = (port: number, localPort: number) => ({
  uri: 'sip:1001@127.0.0.1',
  server: `127.0.0.1:${port}`,
  localPort,
  register: false,
})
