import { CompiledQuery, type Kysely } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Database } from '#platform/database/db'
import type { DB } from '#platform/database/tables.generated'

/** A process that says nothing for so long has lost what it had in hand: others take it up. The library allows no less. */
const SILENT_S = 10
const LOOK_FOR_SILENT_S = 5
const POLL_S = 1
/** Entries that are done with are of no more use: what people see of a job is in `jobs`. */
const KEEP_DONE_S = 60
const SWEEP_S = 300
const DAY_S = 86_400

export interface QueueSpec {
  name: string
  /** An entry waits in the queue once, under its key. */
  once?: boolean
}
/** What an entry carries. */
export type Entry = Record<string, string>

interface Sent {
  id?: string
  tenantId?: string
  key?: string
  afterS?: number
}
interface Worked {
  process: number
  tenant?: number
}

export interface Queue {
  /** Puts an entry in, in the caller's transaction: it is there exactly when that commits. */
  send(tx: Kysely<DB>, queue: string, entry: Entry, how?: Sent): Promise<void>
  /** Takes entries out, so many at a time; one whose work fails is taken out again. */
  work(queue: string, atOnce: Worked, work: (entry: Entry & { id: string }, signal: AbortSignal) => Promise<void>): Promise<void>
  /** What was sent in this process is looked for at once. */
  wake(): void
  /** Nothing more is taken out; resolves when what is in hand is over, at most after so long. */
  stop(ms: number): Promise<void>
}

/**
 * The queue of this database (ADR 0017), on connections of `db`'s platform role. `serving`: this process also looks after entries whose process
 * fell silent, and removes old ones.
 */
export async function openQueue(
  db: Database,
  { queues, serving, onError }: { queues: readonly QueueSpec[]; serving: boolean; onError: (error: unknown) => void },
): Promise<Queue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.platform.query(text, values) },
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: serving,
    superviseIntervalSeconds: LOOK_FOR_SILENT_S,
    monitorIntervalSeconds: LOOK_FOR_SILENT_S,
    maintenanceIntervalSeconds: SWEEP_S,
    // These want the owner, who does not serve.
    reindex: false,
    monitorVacuum: false,
    registerInstance: false,
    openTelemetry: { enabled: false },
  })
  boss.on('error', onError)
  await boss.start()
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const { name, once } of queues) {
    const options = {
      // Only where a process fell silent, or could not write down how it ended, does the library try again: what becomes of a fault is
      // decided where the job is known.
      retryLimit: 1_000,
      retryDelay: 2,
      expireInSeconds: DAY_S - 1,
      heartbeatSeconds: SILENT_S,
      retentionSeconds: 365 * DAY_S,
      deleteAfterSeconds: KEEP_DONE_S,
    }
    const before = present.get(name)
    if (!before) await boss.createQueue(name, { ...options, policy: once ? 'short' : 'standard' })
    else if (Object.entries(options).some(([option, value]) => before[option as keyof typeof options] !== value))
      await boss.updateQueue(name, options)
  }

  const workers = new Map<string, string>()
  const sent = new Set<string>()
  return {
    send: async (tx, queue, entry, { id, tenantId, key, afterS } = {}) => {
      await boss.send(queue, entry, {
        ...(id && { id }),
        ...(tenantId && { group: { id: tenantId } }),
        ...(key && { singletonKey: key }),
        ...(afterS && { startAfter: afterS }),
        db: { executeSql: (text, values) => tx.executeQuery(CompiledQuery.raw(text, values)) },
      })
      if (!afterS) sent.add(queue)
    },
    work: async (queue, atOnce, work) => {
      const options = {
        pollingIntervalSeconds: POLL_S,
        localConcurrency: atOnce.process,
        ...(atOnce.tenant !== undefined && { groupConcurrency: atOnce.tenant }),
      }
      const worker = await boss.work<Entry>(queue, options, async ([entry]) => {
        if (!entry) return
        await work({ ...entry.data, id: entry.id }, entry.signal).catch((error: unknown) => {
          onError(error)
          throw error
        })
      })
      workers.set(queue, worker)
    },
    wake: () => {
      for (const queue of sent) boss.notifyWorker(workers.get(queue) ?? '')
      sent.clear()
    },
    stop: (ms) => boss.stop({ graceful: true, timeout: ms, close: false }),
  }
}
