import { Worker } from 'node:worker_threads'
import { turns } from '../values/turns.ts'
import type { TableProblem } from './read-table.ts'

const MOST_S = 30
const inTurn = turns({ atOnce: 2 })

/** Some of the rows of a table, how many are before them and how many there are in all. */
export interface SomeRows {
  rows: string[][]
  from: number
  count: number
}
type TableTaken = { count: number } | { problem: TableProblem }

/** Reads a table in a thread of its own, which is ended where it takes too much time or memory, and hands its rows on, some at a time. */
export const tableFrom = (bytes: Uint8Array, take: (some: SomeRows) => Promise<void>): Promise<TableTaken> =>
  inTurn(() => {
    const { promise, resolve, reject } = Promise.withResolvers<TableTaken>()
    const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    // It is read whole before its first rows come.
    const late = setTimeout(() => resolve({ problem: 'TOO_LARGE' }), MOST_S * 1000)
    worker.on('message', (said: SomeRows | TableTaken) => {
      clearTimeout(late)
      if (!('rows' in said)) return resolve(said)
      take(said).then(() => worker.postMessage('more'), reject)
    })
    worker.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ problem: 'TOO_LARGE' }) : reject(error),
    )
    return promise.finally(() => {
      clearTimeout(late)
      return worker.terminate()
    })
  })
