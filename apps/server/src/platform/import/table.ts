import { Worker } from 'node:worker_threads'
import { turns } from '../values/turns.ts'
import type { TableRead } from './read-table.ts'

const MOST_S = 30
const inTurn = turns({ atOnce: 2 })

/** Reads a table in a thread of its own, which is ended where it takes too much time or memory. */
export const tableFrom = (bytes: Uint8Array): Promise<TableRead> =>
  inTurn(() => {
    const { promise, resolve, reject } = Promise.withResolvers<TableRead>()
    const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    const late = setTimeout(() => resolve({ problem: 'TOO_LARGE' }), MOST_S * 1000)
    worker.on('message', resolve)
    worker.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ problem: 'TOO_LARGE' }) : reject(error),
    )
    return promise.finally(() => {
      clearTimeout(late)
      return worker.terminate()
    })
  })
