import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Database, type TenantTx } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import { askToCancel, findJob, insertJob, type JobDb, retryEnded } from './job.queries.ts'
import type { JobKind } from './kind.ts'
import { lostJobs, putInLostRounds } from './lost.ts'
import { openQueue, type Queue } from './queue.ts'
import { queueOf, type Round, roundQueue, sendRounds, workRounds } from './rounds.ts'
import { runsOf, sendJob } from './run.ts'
import type { Running } from './ticks.ts'

interface JobRequest<I> {
  /** Null for the platform itself: it runs with the sight of the whole tenant. */
  operator: OperatorSession | null
  tenantId: string
  /** What its asker reads of it. */
  title: { zh: string; en: string }
  reason?: string
  input: I
  total?: number
}

/** Work behind a request. Each of these acts in the caller's transaction: nothing of it is so until that commits. */
export interface Jobs {
  /** Asks for a job and gives its id; whoever calls this has made sure that the asker may. */
  ask<I extends object>(tx: TenantTx, kind: JobKind<I>, asked: JobRequest<I>): Promise<string>
  /** A job that waits ends, one that runs is asked to; null where it has ended. */
  cancel(tx: TenantTx, jobId: string): Promise<JobDb | null>
  /** One that failed or was cancelled waits again; null where it is in another state. */
  retry(tx: TenantTx, jobId: string): Promise<JobDb | null>
}

/** Connections for what goes on behind the requests, apart from theirs and opened as they are needed. */
const CONNECTIONS = { runtime: 6, apart: 1, platform: 4, signIn: 1, files: 2 }
const STOP_MS = 15_000
const LOOK_FOR_LOST_ROUNDS_S = 20
/** Of a job whose kind this program does not know. */
const KEEP_DAYS = 7

export interface Behind {
  jobs: Jobs
  pools: Database['pools']
  /** What was asked for in this process is looked for at once. */
  wake(): void
  /** So long from now this process begins to take part in what it is to run, with a platform on these connections. */
  start(platformOn: (db: Database) => Platform, afterMs?: number): Promise<void>
  /** Takes no more, asks what runs to stop at its next step, and waits for that. */
  stop(): Promise<void>
  close(): Promise<void>
}

/** What goes on behind the requests: kinds of jobs that are asked for, and rounds that come by themselves. `run` names those of this process. */
export async function openBehind(options: {
  urls: { runtime: string; platform: string }
  kinds: readonly JobKind[]
  rounds: readonly Round[]
  run: 'all' | readonly string[]
  onError: (what: string, error: unknown) => void
}): Promise<Behind> {
  const { urls, kinds, rounds, run, onError } = options
  const roundQueues = [...new Set([roundQueue, ...rounds.map(queueOf)])]
  const known = new Map([...roundQueues, ...kinds].map((queue) => [queue.name, queue]))
  const unknown = run !== 'all' && run.find((name) => !known.has(name))
  if (unknown) throw new Error(`JOBS names "${unknown}", which is none of ${[...known.keys()].join(', ')}.`)
  const runs = ({ name }: { name: string }) => run === 'all' || run.includes(name)

  const db = connect(urls, CONNECTIONS)
  const queue = await openQueue(db, {
    queues: [...known.values()],
    serving: run === 'all' || run.length > 0,
    onError: (error) => onError('the queue of jobs could not be looked at', error),
  })
  const starting: { stop(): void }[] = []
  const stopping = new AbortController()
  let working: Promise<void> | undefined
  let lookingForLost: Running | undefined
  return {
    jobs: jobsOf(queue, kinds),
    pools: db.pools.map(({ role, pool }) => ({ role: `jobs.${role}`, pool })),
    wake: queue.wake,
    start: async (platformOn, afterMs = 0) => {
      const platform = platformOn(db)
      const taken = runsOf(platform, queue)
      starting.push(taken)
      const own = [...rounds, lostJobs(queue)].filter((round) => runs(queueOf(round)))
      await db.acrossTenants((tx) => sendRounds(queue, tx, own))
      lookingForLost = platform.ticks.every({
        name: 'jobs.lostRounds',
        everyS: LOOK_FOR_LOST_ROUNDS_S,
        work: () => putInLostRounds(db, queue, own),
        onError: (error) => onError('lost rounds could not be looked for', error),
      })
      // Asks the database nothing: what could fail has been awaited.
      const work = async () => {
        for (const spec of roundQueues.filter(runs)) {
          const ofQueue = own.filter((round) => queueOf(round) === spec)
          starting.push(
            await workRounds(platform, queue, spec, ofQueue, (name, error) => onError(`the round ${name} was not done to its end`, error)),
          )
        }
        for (const kind of kinds.filter(runs))
          await queue.work(kind.name, kind.atOnce, (entry, lost) =>
            taken.take(kind, entry as { id: string; tenantId: string; jobId: string }, lost),
          )
      }
      working = sleep(afterMs, undefined, { signal: stopping.signal }).then(work, () => {})
      if (!afterMs) await working
    },
    stop: async () => {
      stopping.abort()
      await Promise.all([working, lookingForLost?.stop()])
      for (const started of starting) started.stop()
      await queue.stop(STOP_MS)
    },
    close: db.close,
  }
}

export function jobsOf(queue: Queue, kinds: readonly JobKind[]): Jobs {
  const known = new Map(kinds.map((kind) => [kind.name, kind]))
  return {
    ask: async (tx, kind, { operator, tenantId, title, reason = '', input, total = null }) => {
      if (known.get(kind.name) !== (kind as JobKind)) throw new Error(`The kind ${kind.name} is not in the list of kinds (jobs.ts).`)
      const job = await insertJob(tx, { tenantId, kind: kind.name, title, reason, askedBy: operator, input, total })
      await sendJob(queue, tx, job)
      return job.job_id
    },
    cancel: async (tx, jobId) => {
      const job = await findJob(tx, jobId)
      return job && askToCancel(tx, jobId, known.get(job.kind)?.keepDays ?? KEEP_DAYS)
    },
    retry: async (tx, jobId) => {
      const job = await findJob(tx, jobId)
      const waiting = job && known.has(job.kind) ? await retryEnded(tx, jobId) : null
      if (waiting) await sendJob(queue, tx, waiting)
      return waiting
    },
  }
}
