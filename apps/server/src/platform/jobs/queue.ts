import { CompiledQuery, type Kysely } from 'kysely'
import { PgBoss } from 'pg-boss'
import { type Database, prepared } from '#platform/database/db'
import type { DB } from '#platform/database/tables.generated'

/** A process that says nothing for so long has lost what it had in hand: others take it up. The library allows no less. */
const SILENT_S = 10
const LOOK_FOR_SILENT_S = 5
/** How often a process looks for what is due in any of its queues, in one statement. */
const LOOK_MS = 500
/** The library's own look, which each worker takes: a fallback, should ours fail. */
const POLL_S = 30
/** The library looks so often for entries that wait for others; none of ours does. */
const FLOW_S = 3_600
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
/** The library's: takes out one entry after the other. */
interface Worker {
  id: string
  busy: boolean
}

/** Of each of the queues how many entries are due, at most so many. */
const DUE_SQL = `select queue.name, due.count::int as due
  from unnest($1::text[], $2::int[]) as queue (name, at_most)
  cross join lateral (
    select count(*) from (
      select from pgboss.job
      where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
      limit queue.at_most
    ) as entries
  ) as due
  where due.count > 0`

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
    db: { executeSql: (text, values = []) => db.platform.query(values.length ? prepared(text, values) : { text }) },
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: serving,
    superviseIntervalSeconds: LOOK_FOR_SILENT_S,
    monitorIntervalSeconds: LOOK_FOR_SILENT_S,
    maintenanceIntervalSeconds: SWEEP_S,
    flowIntervalSeconds: FLOW_S,
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

  const worked = new Map<string, { workers: Worker[]; more: boolean }>()
  const sent = new Map<string, number>()
  /** Where they are more than the workers who are free, those who become so go on until the next look. */
  const wakeFor = (queue: string, entries: number) => {
    const of = worked.get(queue)
    if (!of) return
    const free = of.workers.filter(({ busy }) => !busy)
    for (const { id } of free.slice(0, entries)) boss.notifyWorker(id)
    if (entries > free.length) of.more = true
  }
  const look = async () => {
    const names = [...worked.keys()]
    const limits = names.map((name) => worked.get(name)!.workers.length + 1)
    const { rows } = await db.platform.query<{ name: string; due: number }>(prepared(DUE_SQL, [names, limits]))
    for (const of of worked.values()) of.more = false
    for (const { name, due } of rows) wakeFor(name, due)
  }
  let looking: Promise<void> | null = null
  const looks = setInterval(() => {
    if (worked.size)
      looking ??= look()
        .catch(onError)
        .finally(() => (looking = null))
  }, LOOK_MS)

  return {
    send: async (tx, queue, entry, { id, tenantId, key, afterS } = {}) => {
      await boss.send(queue, entry, {
        ...(id && { id }),
        ...(tenantId && { group: { id: tenantId } }),
        ...(key && { singletonKey: key }),
        ...(afterS && { startAfter: afterS }),
        db: { executeSql: (text, values) => tx.executeQuery(CompiledQuery.raw(text, values)) },
      })
      if (!afterS) sent.set(queue, (sent.get(queue) ?? 0) + 1)
    },
    work: async (queue, atOnce, work) => {
      const of = { workers: [] as Worker[], more: false }
      worked.set(queue, of)
      for (let n = 0; n < atOnce.process; n++) {
        const worker: Worker = { id: '', busy: false }
        const options = { pollingIntervalSeconds: POLL_S, ...(atOnce.tenant !== undefined && { groupConcurrency: atOnce.tenant }) }
        worker.id = await boss.work<Entry>(queue, options, async ([entry]) => {
          if (!entry) return
          worker.busy = true
          await work({ ...entry.data, id: entry.id }, entry.signal)
            .catch((error: unknown) => {
              onError(error)
              throw error
            })
            .finally(() => {
              worker.busy = false
              if (of.more) boss.notifyWorker(worker.id)
            })
        })
        of.workers.push(worker)
      }
    },
    wake: () => {
      for (const [queue, entries] of sent) wakeFor(queue, entries)
      sent.clear()
    },
    stop: async (ms) => {
      clearInterval(looks)
      await looking
      await boss.stop({ graceful: true, timeout: ms, close: false })
    },
  }
}
