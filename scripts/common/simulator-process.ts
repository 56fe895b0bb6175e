import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './tool.ts'

const againAfterMs = 5_000

/** Runs the simulator against the address until it is stopped; one that ends by itself is started again. */
export function keepSimulator(url: string, log: (line: string) => void): { stop(): Promise<void> } {
  const { SIMULATOR_DRIVERS = '120', SIMULATOR_ORDERS_PER_MINUTE = '6', SIMULATOR_SPEED = '8' } = process.env
  const options = ['--drivers', SIMULATOR_DRIVERS, '--orders-per-minute', SIMULATOR_ORDERS_PER_MINUTE, '--speed', SIMULATOR_SPEED]
  const main = join(import.meta.dirname, '../simulate.ts')
  let child: ChildProcess
  let timer: NodeJS.Timeout | undefined
  let stopping = false

  const start = () => {
    // Through the channel it notices when we are gone.
    child = spawn(process.execPath, [main, '--url', url, ...options], { cwd: root, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child.on('exit', (code, signal) => {
      if (stopping) return
      log(`The simulator ended (${signal ?? code}) and is started again.`)
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
