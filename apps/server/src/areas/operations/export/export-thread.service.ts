import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import { isDatabaseGone } from '#platform/database/db'
import { Refused } from '#platform/http/implement'
import { type ExportFile, openExportFile } from './export-file.ts'
import type { ExportCredit, ExportNews, ExportTask } from './export-task.ts'

/** So much memory a thread may have for its rows: more than a batch it needs not. */
const MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 8 }
/** So many chunks may be on their way. */
const CREDIT = 4
const TOLD_MS = 500

/** The thread's end: writes the file, a chunk for each credit, and says how far it is. */
export async function writeInThread(): Promise<void> {
  const port = parentPort as MessagePort
  const say = (news: ExportNews, transfer: ArrayBuffer[] = []) => port.postMessage(news, transfer)
  let credit = 0
  let given = () => {}
  port.on('message', () => {
    credit++
    given()
  })
  let file: ExportFile | undefined
  try {
    file = await openExportFile(workerData as ExportTask)
    const { total, written } = file
    const tell = () => say({ written: written(), total })
    tell()
    let told = performance.now()
    for await (const chunk of file.body as AsyncIterable<Buffer>) {
      while (credit === 0) await new Promise<void>((resolve) => (given = resolve))
      credit--
      const bytes = new Uint8Array(chunk)
      say({ chunk: bytes }, [bytes.buffer])
      if (performance.now() - told > TOLD_MS) {
        tell()
        told = performance.now()
      }
    }
    if (written() !== total) throw new Refused('export.incomplete')
    say({ rows: total })
  } catch (error) {
    say(
      error instanceof Refused
        ? { refusal: error.failure }
        : { fault: error instanceof Error ? (error.stack ?? error.message) : String(error), gone: isDatabaseGone(error) },
    )
  } finally {
    await file?.close().catch(() => {})
    port.close()
  }
}

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
