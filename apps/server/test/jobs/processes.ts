import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const children = new Set<ChildProcess>()

/** One more server process that runs jobs, ready. */
export async function startProcess(ownerUrl: string, ...options: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'process.ts'), ownerUrl, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  await new Promise<void>((ready, failed) => {
    child.stdout!.on('data', () => ready())
    child.once('exit', (code) => failed(new Error(`The process ended (${code}).`)))
  })
  return child
}

/** Ends it, and gives its exit code. */
export async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  children.delete(child)
  return ended
}

export const killRest = (): void => children.forEach((child) => void child.kill('SIGKILL'))
