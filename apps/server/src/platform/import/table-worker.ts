// Reads a table apart from the thread that answers requests: a large workbook takes seconds, and more memory than that one should hold.
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { readTable } from './read-table.ts'

/** Handed over at a time, each lot once the one before it was taken. */
const AT_ONCE = 1_000

const read = await readTable(workerData as Uint8Array)
if ('rows' in read)
  for (let from = 0; from < read.rows.length; from += AT_ONCE) {
    const asked = once(parentPort!, 'message')
    parentPort!.postMessage({ rows: read.rows.slice(from, from + AT_ONCE), from, count: read.rows.length })
    await asked
  }
parentPort!.postMessage('problem' in read ? read : { count: read.rows.length })
parentPort!.close()
