import { allRefusals } from '@chauffeur/contract/all'
import { type Database, isDatabaseGone, type TenantTx } from '#platform/database/db'
import { type Platform, Refused } from '#platform/http/implement'
import { type Scope, wholeTenant } from '#platform/database/scope'
import { findOperator, type OperatorSession } from '#platform/identity/session'
import { beginRun, endRun, hasRoom, type JobDb, keepCheckpoint, lookAtRun, noteProgress, waitAgain, waitAnew } from './job.queries.ts'
import type { JobKind, JobResult, JobRun } from './kind.ts'
import type { Queue } from './queue.ts'

/** How often a run tells how far it is, and looks whether it is to end. */
const LOOK_MS = 1_000
/** An asker's authority is looked up again after so long: as quickly as a call notices a change. */
const ASKER_MS = 2_000
/** A job whose process ended under it so often is what ends it. */
const LOSSES = 3
/** A tenant with as many running as it may have is looked at again after so long. */
const FULL_S = 1
const PARTS_KEPT = 500

/** Why a run is to end, as its signal says. */
class RunOver extends Error {
  override name = 'RunOver'
  readonly why: 'CANCELLED' | 'STOPPING' | 'TAKEN'
  constructor(why: RunOver['why']) {
    super(`The run of the job is over: ${why}`)
    this.why = why
  }
}

export interface Runs {
  take(kind: JobKind, entry: { id: string; tenantId: string; jobId: string }, lost: AbortSignal): Promise<void>
  /** Every run is asked to end at its next step, and its job waits for another process. */
  stop(): void
}

export function runsOf(platform: Platform, queue: Queue): Runs {
  const stopping = new AbortController()
  const inTenant = async <T>(tenantId: string, work: (tx: TenantTx) => Promise<T>): Promise<T> => {
    const result = await platform.db.write(wholeTenant(tenantId), work)
    platform.poke()
    return result
  }
  const giveBack = (job: JobDb, failed: boolean, afterS = 0) =>
    inTenant(job.tenant_id, async (tx) => {
      const waiting = await waitAgain(tx, job, failed)
      if (waiting) await sendJob(queue, tx, waiting, afterS)
    })

  const take: Runs['take'] = async (kind, entry, lost) => {
    const job = await inTenant(entry.tenantId, async (tx) => {
      if (await hasRoom(tx, kind.name, entry.tenantId, entry.jobId, kind.atOnce.tenant)) return beginRun(tx, entry.jobId, entry.id)
      const waiting = await waitAnew(tx, { job_id: entry.jobId, queue_id: entry.id })
      if (waiting) await sendJob(queue, tx, waiting, FULL_S)
      return null
    })
    if (!job) return
    const end = (how: Omit<Parameters<typeof endRun>[2], 'keepDays'>) =>
      inTenant(job.tenant_id, (tx) => endRun(tx, job, { ...how, keepDays: kind.keepDays }))
    if (job.cancel_asked_at) return void (await end({ state: 'CANCELLED' }))
    if (job.losses > LOSSES) return void (await end({ state: 'FAILED', problem: 'job.lost' }))

    const own = new AbortController()
    const watch = watchRun(platform.db, inTenant, job, own)
    const signal = AbortSignal.any([own.signal, stopping.signal, lost])
    try {
      const run = runOf(platform, kind, job, watch, signal)
      const { write, ...result }: JobResult = (await kind.run(run)) ?? {}
      await watch.stop()
      const done = { state: 'DONE', ...keptResult(result), keepDays: kind.keepDays } as const
      if (!write) return void (await inTenant(job.tenant_id, (tx) => endRun(tx, job, done)))
      const ended = await run.write(async (tx) => {
        const ended = await endRun(tx, job, { ...done, unlessCancelled: true })
        if (ended) await write(tx)
        return ended
      })
      if (!ended) await end({ state: 'CANCELLED' })
    } catch (error) {
      await watch.stop()
      const why = signal.aborted && whyOf(signal.reason)
      if (why === 'TAKEN') return
      if (why === 'CANCELLED') return void (await end({ state: 'CANCELLED' }))
      if (why === 'STOPPING') return giveBack(job, false)
      if (error instanceof Refused) return void (await end({ state: 'FAILED', problem: known(error.failure) }))
      // Nothing can be written down either: the entry stays in hand, and is taken up again once the database is back.
      if (isDatabaseGone(error)) throw error
      platform.reportFault(`job ${job.tenant_id}/${job.job_id} (${kind.name}) could not be done`, error)
      const { times, afterS } = kind.retries ?? { times: 0, afterS: 0 }
      if (job.failures < times) return giveBack(job, true, afterS * 2 ** job.failures)
      await end({ state: 'FAILED', problem: 'job.fault' })
    }
  }
  return { take, stop: () => stopping.abort(new RunOver('STOPPING')) }
}

export const sendJob = (queue: Queue, tx: TenantTx, job: JobDb, afterS = 0): Promise<void> =>
  queue.send(tx, job.kind, { tenantId: job.tenant_id, jobId: job.job_id }, { id: job.queue_id, tenantId: job.tenant_id, afterS })

/** The library's own signal says that the entry is not this process's any more. */
const whyOf = (reason: unknown): RunOver['why'] => (reason instanceof RunOver ? reason.why : 'TAKEN')
const known = (failure: string) => (failure in allRefusals ? failure : 'job.fault')

const keptResult = ({ refused = [], data = {}, fileId }: Omit<JobResult, 'write'>) => ({
  result: { refused: refused.length, parts: refused.slice(0, PARTS_KEPT), data },
  ...(fileId && { fileId }),
})

type InTenant = <T>(tenantId: string, work: (tx: TenantTx) => Promise<T>) => Promise<T>

/** Once a second: how far it is goes out, and whether it is to end comes in. */
function watchRun(db: Database, inTenant: InTenant, job: JobDb, own: AbortController) {
  const at = { done: job.done_count, total: job.total_count }
  let told = { ...at }
  let looking: Promise<void> | null = null
  const look = async () => {
    const now = { ...at }
    const changed = now.done !== told.done || now.total !== told.total
    const seen = changed
      ? await inTenant(job.tenant_id, (tx) => noteProgress(tx, job, now.done, now.total))
      : await lookAtRun(db.reader(wholeTenant(job.tenant_id)), job)
    told = now
    if (!seen) own.abort(new RunOver('TAKEN'))
    else if ('cancelAsked' in seen ? seen.cancelAsked : seen.cancel_asked_at) own.abort(new RunOver('CANCELLED'))
  }
  const timer = setInterval(() => {
    // While the database is away nothing can be known.
    looking ??= look()
      .catch(() => {})
      .finally(() => (looking = null))
  }, LOOK_MS)
  return {
    at,
    stop: async () => {
      clearInterval(timer)
      await looking
      if (at.done !== told.done || at.total !== told.total)
        await inTenant(job.tenant_id, (tx) => noteProgress(tx, job, at.done, at.total)).catch(() => {})
    },
  }
}

function runOf(
  platform: Platform,
  kind: JobKind,
  job: JobDb,
  watch: ReturnType<typeof watchRun>,
  signal: AbortSignal,
): JobRun<unknown, unknown> {
  let seen: { asker: OperatorSession; at: number } | null = null
  const asker = async () => {
    if (job.asked_by === null) throw new Error(`Nobody asked for job ${job.job_id}: it runs for the platform.`)
    if (seen && performance.now() - seen.at < ASKER_MS) return seen.asker
    const found = await findOperator(platform.db, job.tenant_id, job.asked_by)
    if (!found || (kind.authority !== null && !found.authorities.has(kind.authority))) throw new Refused('job.notAllowedAnyMore')
    seen = { asker: found, at: performance.now() }
    return found
  }
  const scope = async (): Promise<Scope> => (job.asked_by === null ? wholeTenant(job.tenant_id) : (await asker()).scope)
  return {
    jobId: job.job_id,
    tenantId: job.tenant_id,
    input: kind.input.parse(job.input),
    checkpoint: job.checkpoint,
    signal,
    platform,
    asker,
    read: async () => platform.db.reader(await scope()),
    write: async (work) => {
      const result = await platform.db.write(await scope(), work)
      platform.poke()
      return result
    },
    progress: (done, total) => Object.assign(watch.at, { done, ...(total !== undefined && { total }) }),
    keep: async (tx, checkpoint) => {
      if (!(await keepCheckpoint(tx, job, checkpoint, watch.at.done, watch.at.total))) throw new RunOver('TAKEN')
    },
  }
}
