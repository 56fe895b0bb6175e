import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database, TenantDb, TenantTx } from '#platform/database/db'
import { emitEvent } from '#platform/database/events'
import type { DB } from '#platform/database/tables.generated'
import { withRowsOf } from '#platform/database/whole-tenant'

export type JobState = 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'
/** A part of a job that was not done, and the name of the refusal why. */
export interface RefusedPart {
  subject: string
  problem: string
}
/** `refused` of them are in the list at most 500. */
export interface KeptResult {
  refused: number
  parts: RefusedPart[]
  data: object
}
export interface JobDb {
  tenant_id: string
  job_id: string
  kind: string
  title: string
  title_en: string
  reason: string
  asked_by: string | null
  asked_name: string
  input: unknown
  state: JobState
  cancel_asked_at: Date | null
  done_count: number
  total_count: number | null
  checkpoint: unknown
  result: KeptResult | null
  problem: string
  file_id: string | null
  queue_id: string
  run: number
  failures: number
  losses: number
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
  expires_at: Date | null
}

export interface NewJob {
  tenantId: string
  kind: string
  title: { zh: string; en: string }
  reason: string
  askedBy: { userId: string; realName: string } | null
  input: object
  total: number | null
}

/** Tells the asker’s windows. */
const tell = async (tx: TenantTx, job: JobDb): Promise<JobDb> => {
  if (job.asked_by === null) return job
  const payload = { jobId: job.job_id, kind: job.kind, state: job.state, done: job.done_count, total: job.total_count }
  const userId = job.asked_by
  await emitEvent(withRowsOf(tx, userId), { tenantId: job.tenant_id, topic: 'jobs', userId, payload })
  return job
}

/** The job, or nothing where another run of it, or somebody who cancelled it, was first. */
async function told(tx: TenantTx, changed: Promise<{ rows: JobDb[] }>): Promise<JobDb | null> {
  const [job] = (await changed).rows
  return job ? tell(tx, job) : null
}

export async function insertJob(tx: TenantTx, job: NewJob): Promise<JobDb> {
  const inserted = sql<JobDb>`
    insert into jobs (tenant_id, kind, title, title_en, reason, asked_by, asked_name, input, total_count, queue_id)
    values (${job.tenantId}, ${job.kind}, ${job.title.zh}, ${job.title.en}, ${job.reason}, ${job.askedBy?.userId ?? null},
      ${job.askedBy?.realName ?? ''}, ${JSON.stringify(job.input)}, ${job.total}, ${randomUUID()})
    returning *`.execute(tx)
  return (await told(tx, inserted))!
}

/**
 * Whether one more job of the kind may run for the tenant. The queue counts without a lock, so that two of its workers that look at the
 * same moment may both be let in: here the second waits for the first, and counts it. To be asked in the transaction of `beginRun`.
 */
export async function hasRoom(tx: TenantTx, kind: string, tenantId: string, jobId: string, most: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`jobs/${kind}/${tenantId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ running: number }>`select count(*)::int as running from jobs
    where kind = ${kind} and tenant_id = ${tenantId} and state = 'RUNNING' and job_id <> ${jobId}`.execute(tx)
  return rows[0]!.running < most
}

/** Takes a job up for one more run; null where the entry is of no use any more. */
export const beginRun = (tx: TenantTx, jobId: string, queueId: string): Promise<JobDb | null> =>
  told(
    tx,
    sql<JobDb>`update jobs set state = 'RUNNING', run = run + 1, losses = losses + (state = 'RUNNING')::int, started_at = coalesce(started_at, now())
      where job_id = ${jobId} and queue_id = ${queueId} and state in ('WAITING', 'RUNNING') returning *`.execute(tx),
  )

const ofRun = ({ tenant_id, job_id, run }: Pick<JobDb, 'tenant_id' | 'job_id' | 'run'>) =>
  sql`tenant_id = ${tenant_id} and job_id = ${job_id} and run = ${run} and state = 'RUNNING'`

export const endRun = (
  tx: TenantTx,
  job: JobDb,
  end: {
    state: 'DONE' | 'FAILED' | 'CANCELLED'
    problem?: string
    result?: KeptResult
    fileId?: string
    keepDays: number
    unlessCancelled?: boolean
  },
): Promise<JobDb | null> =>
  told(
    tx,
    sql<JobDb>`update jobs set state = ${end.state}, ended_at = now(), expires_at = now() + make_interval(days => ${end.keepDays}),
      result = coalesce(${end.result ? JSON.stringify(end.result) : null}::jsonb, result), file_id = coalesce(${end.fileId ?? null}, file_id),
      checkpoint = case when ${end.state} = 'DONE' then null else checkpoint end,
      problem = case when ${end.state} = 'DONE' and cancel_asked_at is not null then 'job.doneBeforeCancel' else ${end.problem ?? ''} end,
      done_count = case when ${end.state} = 'DONE' then coalesce(total_count, done_count) else done_count end
      where ${ofRun(job)} ${end.unlessCancelled ? sql`and cancel_asked_at is null` : sql``} returning *`.execute(tx),
  )

/** Back to waiting, under another entry of the queue: the old one is of no use any more. */
export const waitAgain = (tx: TenantTx, job: JobDb, failed: boolean): Promise<JobDb | null> =>
  told(
    tx,
    sql<JobDb>`update jobs set state = 'WAITING', queue_id = ${randomUUID()}, failures = failures + ${failed ? 1 : 0} where ${ofRun(job)} returning *`.execute(
      tx,
    ),
  )

/** Open jobs that no entry stands for. */
export const jobsWithoutEntry = async (platform: Database['platform']): Promise<JobDb[]> =>
  (
    await platform.query<JobDb>(
      `select * from jobs j where state in ('WAITING', 'RUNNING') and created_at < now() - interval '1 minute'
         and not exists (select from pgboss.job entry where entry.name = j.kind and entry.id = j.queue_id and entry.state in ('created', 'retry', 'active'))
       order by created_at limit 200`,
    )
  ).rows

/** Waits under another entry of the queue, whether it ran or not; null where the entry is of no use any more. */
export const waitAnew = (tx: TenantTx, job: Pick<JobDb, 'job_id' | 'queue_id'>): Promise<JobDb | null> =>
  told(
    tx,
    sql<JobDb>`update jobs set losses = losses + (state = 'RUNNING')::int, state = 'WAITING', queue_id = ${randomUUID()}
      where job_id = ${job.job_id} and queue_id = ${job.queue_id} and state in ('WAITING', 'RUNNING') returning *`.execute(tx),
  )

/** How far a run came; null where it is not its run any more. */
export const noteProgress = (tx: TenantTx, job: JobDb, done: number, total: number | null): Promise<JobDb | null> =>
  told(tx, sql<JobDb>`update jobs set done_count = ${done}, total_count = ${total} where ${ofRun(job)} returning *`.execute(tx))

export const lookAtRun = async (db: Kysely<DB>, job: JobDb): Promise<{ cancelAsked: boolean } | null> =>
  (await sql<{ cancelAsked: boolean }>`select cancel_asked_at is not null as "cancelAsked" from jobs where ${ofRun(job)}`.execute(db))
    .rows[0] ?? null

/** In the asker's own transaction, so that it is kept with what that did or not at all. */
export async function keepCheckpoint(tx: TenantTx, job: JobDb, checkpoint: unknown, done: number, total: number | null): Promise<boolean> {
  const { rows } = await sql`update jobs set checkpoint = ${JSON.stringify(checkpoint)}, done_count = ${done}, total_count = ${total}
    where ${ofRun(job)} returning 1`.execute(tx)
  return rows.length > 0
}

/** A job in sight. */
export const findJob = async (db: TenantDb, jobId: string): Promise<JobDb | null> =>
  (await sql<JobDb>`select * from jobs where job_id = ${jobId}`.execute(db)).rows[0] ?? null

/** Ends a job that waits; one that runs is asked to end. Null where it has ended. */
export const askToCancel = (tx: TenantTx, jobId: string, keepDays: number): Promise<JobDb | null> =>
  told(
    tx,
    sql<JobDb>`update jobs set cancel_asked_at = coalesce(cancel_asked_at, now()),
      state = case state when 'WAITING' then 'CANCELLED' else state end, ended_at = case state when 'WAITING' then now() end,
      expires_at = case state when 'WAITING' then now() + make_interval(days => ${keepDays}) end
      where job_id = ${jobId} and state in ('WAITING', 'RUNNING') returning *`.execute(tx),
  )

/** A job that failed or was cancelled waits again, and goes on from its checkpoint; null where it is in no such state. */
export const retryEnded = (tx: TenantTx, jobId: string): Promise<JobDb | null> =>
  told(
    tx,
    sql<JobDb>`update jobs set state = 'WAITING', queue_id = ${randomUUID()}, problem = '', cancel_asked_at = null, ended_at = null, expires_at = null,
      failures = 0, losses = 0 where job_id = ${jobId} and state in ('FAILED', 'CANCELLED') returning *`.execute(tx),
  )
