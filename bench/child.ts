import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

export interface Child {
  address: string
  pid: number
  /** Sends a message and gives the answer; one after the other. */
  tell(message: object): Promise<unknown>
  stop(): Promise<void>
}

/** Starts a program of `processes/` in a process of its own; it says where it listens. It ends with this one. */
export async function startChild(name: string, environment: Record<string, string>): Promise<Child> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'processes', `${name}.ts`), {
    env: { ...process.env, LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      child.once('message', resolve)
      void ended.then(() => reject(new Error(`${name} ended`)))
    })
  const { address } = (await next()) as { address: string }
  let told: Promise<unknown> = Promise.resolve()
  const ask = async (before: Promise<unknown>, message: object) => {
    await before
    const answered = next()
    child.send(message)
    return answered
  }
  return {
    address,
    pid: child.pid!,
    tell: (message) => {
      const answer = ask(told, message)
      told = answer.catch(() => {})
      return answer
    },
    stop: async () => {
      process.removeListener('exit', endWithUs)
      child.kill('SIGTERM')
      const timer = setTimeout(endWithUs, 8_000)
      await ended
      clearTimeout(timer)
    },
  }
}
