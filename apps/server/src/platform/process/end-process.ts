import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'

const SHELL = '/bin/sh'

/**
 * Ends this process now, with its code. `process.exit` first joins V8's helper threads, and waits for ever where one of them has asked the
 * main thread for a garbage collection (nodejs/node#54918): of programs that had just loaded their code one in some twenty hung. Another
 * program in the place of this one has no threads to wait for. What is to be stopped is stopped before; `exit` listeners are not called.
 */
export function endProcess(code: number): never {
  flushCompileCache()
  if (process.execve && existsSync(SHELL)) process.execve(SHELL, ['sh', '-c', `exit ${code}`], {})
  process.exit(code)
}
