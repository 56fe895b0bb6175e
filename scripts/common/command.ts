import { endProcess } from '../../apps/server/src/platform/process/end-process.ts'

/** Ends a command that cannot do what it was asked, with a line for whoever typed it. The code says nothing about what the command looks for: 1 is left for that. */
export function stop(why: unknown): never {
  const { message, code } = why instanceof Error ? (why as NodeJS.ErrnoException) : { message: String(why), code: '' }
  process.stderr.write(`${message || code}\n`)
  endProcess(2)
}
