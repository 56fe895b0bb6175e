import type { TenantTx } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import { askToCancel, insertJob, type JobDb, retryEnded } from './job.queries.ts'
import type { JobKind } from './kind.ts'
import type { Queue } from './queue.ts'
import { runsOf, sendJob } from './run.ts'

interface Asked<I> {
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
  ask<I extends object>(tx: TenantTx, kind: JobKind<I>, asked: Asked<I>): Promise<string>
  /** A job that waits ends, one that runs is asked to; null where it has ended. */
  cancel(tx: TenantTx, jobId: string): Promise<JobDb | null>
  /** One that failed or was cancelled waits again; null where it is in another state. */
  retry(tx: TenantTx, jobId: string): Promise<JobDb | null>
}

const KEEP_DAYS = 7

export function jobsOf(queue: Queue, kinds: readonly JobKind[]): Jobs {
  const known = new Map(kinds.map((kind) => [kind.name, kind]))
  return {
    ask: async (tx, kind, { operator, tenantId, title, reason = '', input, total = null }) => {
      if (known.get(kind.name) !== (kind as JobKind)) throw new Error(`The kind ${kind.name} is not in the list of kinds (jobs.ts).`)
      const job = await insertJob(tx, { tenantId, kind: kind.name, title, reason, askedBy: operator, input, total })
      await sendJob(queue, tx, job)
      return job.job_id
    },
    // Cancelled later than its kind was known: an older program's, kept for as long as any.
    cancel: async (tx, jobId) => askToCancel(tx, jobId, Math.max(KEEP_DAYS, ...kinds.map(({ keepDays }) => keepDays))),
    retry: async (tx, jobId) => {
      const job = await retryEnded(tx, jobId)
      if (job) await sendJob(queue, tx, job)
      return job
    },
  }
}

export interface Working {
  /** Takes no more, asks what runs to stop at its next step, and waits for that. */
  stop(): Promise<void>
}

const STOP_MS = 15_000

/** Runs jobs of these kinds in this process; `platform` has connections of its own for it. */
export async function startWork(platform: Platform, queue: Queue, kinds: readonly JobKind[]): Promise<Working> {
  const runs = runsOf(platform, queue)
  for (const kind of kinds)
    await queue.work(kind.name, kind.atOnce, (entry, lost) =>
      runs.take(kind, entry as { id: string; tenantId: string; jobId: string }, lost),
    )
  return {
    stop: async () => {
      runs.stop()
      await queue.stop(STOP_MS)
    },
  }
}
