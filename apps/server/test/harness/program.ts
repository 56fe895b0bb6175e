import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..', '..')

export interface Program {
  child: ChildProcess
  /** Milliseconds from the start to the line that names the address. */
  readyMs: number
  /** What it printed so far. */
  said(): string
  /** Settles with the exit code when it has ended. */
  ended: Promise<number | null>
}

/** Starts the whole platform as `npm start` does, on a data folder and port of the test's own. */
export async function startProgram({
  dataDir,
  port,
  env = {},
}: {
  dataDir: string
  port: number
  env?: Record<string, string>
}): Promise<Program> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: String(port),
      SIMULATOR: 'off',
      CHANNEL: 'off',
      MAX_PLAUSIBLE_MPS: '',
      ...env,
    },
  })
  let said = ''
  const { promise: ended, resolve: end } = Promise.withResolvers<number | null>()
  child.on('exit', (code) => end(code))
  await new Promise<void>((ready, failed) => {
    const listen = (text: Buffer) => {
      said += text
      if (said.includes('Ready in ')) ready()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code) => failed(new Error(`The program ended (${code}) before it was ready:\n${said}`)))
  })
  return { child, readyMs: performance.now() - began, said: () => said, ended }
}
