import { Worker } from 'node:worker_threads'
import { Refused } from '#platform/http/implement'
import type { ExportCredit, ExportNews, ExportTask } from './export-task.ts'

/** So much memory a thread may have for its rows: more than a batch it needs not. */
const MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 24 }
/** So many chunks may be on their way. */
const CREDIT = 4

/**
 * A file that a thread of its own writes: the calls of this process are not kept waiting by a million rows. The body ends well only when all
 * rows are in it; whoever stops reading it ends the thread.
 */
export async function* bytesFromThread(
  thread: URL,
  task: ExportTask,
  { signal, progress }: { signal: AbortSignal; progress: (written: number, total: number) => void },
): AsyncGenerator<Uint8Array, number> {
  const worker = new Worker(thread, { workerData: task, resourceLimits: MEMORY })
  const waiting: ExportNews[] = []
  let news = () => {}
  const hear = (what: ExportNews) => {
    waiting.push(what)
    news()
  }
  worker.on('message', hear)
  worker.on('error', (error) => hear({ fault: String(error) }))
  worker.on('exit', (code) => hear({ fault: `The thread ended (${code}).` }))
  const stop = () => news()
  signal.addEventListener('abort', stop)
  try {
    for (let n = 0; n < CREDIT; n++) worker.postMessage('more' satisfies ExportCredit)
    for (;;) {
      signal.throwIfAborted()
      const next = waiting.shift()
      if (!next) {
        await new Promise<void>((resolve) => (news = resolve))
        continue
      }
      if ('chunk' in next) {
        yield next.chunk
        worker.postMessage('more' satisfies ExportCredit)
      } else if ('written' in next) progress(next.written, next.total)
      else if ('rows' in next) return next.rows
      else if ('refusal' in next) throw new Refused(next.refusal)
      else throw Object.assign(new Error(next.fault), next.gone && { code: 'ECONNRESET' })
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
