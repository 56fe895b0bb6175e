import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { isDatabaseGone } from '#platform/database/db'
import { inPieces } from '#platform/files/database-store'
import { Refused } from '#platform/http/implement'
import { type ExportFile, openExportFile } from './export-file.ts'
import type { ExportNews, ExportTask } from './export-task.ts'

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
    const task = workerData as ExportTask
    // It declares the list.
    await import(task.module)
    file = await openExportFile(task)
    const { total, written } = file
    const tell = () => say({ written: written(), total })
    tell()
    let told = performance.now()
    for await (const chunk of inPieces(file.body)) {
      while (credit === 0) await new Promise<void>((resolve) => (given = resolve))
      credit--
      say({ chunk }, [chunk.buffer as ArrayBuffer])
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
