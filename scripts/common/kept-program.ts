import { type ChildProcess, spawn } from 'node:child_process'
import { root } from './tool.ts'

const againAfterMs = 5_000

/** Runs a program of ours until it is stopped; one that ends by itself is started again. What it prints goes to `heard`. */
export function keepProgram(of: {
  /** As the log calls it: `The simulator`. */
  name: string
  main: string
  options: readonly string[]
  log: (line: string) => void
  heard?: (text: string) => void
  /** Besides what stands in ours. */
  env?: Record<string, string>
}): { stop(): Promise<void> } {
  const { name, main, options, log, heard, env } = of
  let child: ChildProcess
  let timer: NodeJS.Timeout | undefined
  let stopping = false

  const start = () => {
    // Through the channel it notices when we are gone.
    child = spawn(process.execPath, [main, ...options], {
      cwd: root,
      stdio: ['ignore', heard ? 'pipe' : 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
    })
    if (heard) child.stdout?.setEncoding('utf8').on('data', heard)
    child.on('exit', (code, signal) => {
      if (stopping) return
      log(`${name} ended (${signal ?? code}) and is started again.`)
      timer = setTimeout(start, againAfterMs)
    })
  }
  start()

  return {
    stop: async () => {
      stopping = true
      clearTimeout(timer)
      if (child.exitCode !== null || child.signalCode !== null) return
      const { promise, resolve } = Promise.withResolvers<void>()
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
      const hard = setTimeout(() => child.kill('SIGKILL'), 2_000)
      await promise
      clearTimeout(hard)
    },
  }
}
