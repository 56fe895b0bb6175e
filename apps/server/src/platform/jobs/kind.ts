import type { Authority } from '@chauffeur/contract/authorities'
import type * as z from 'zod'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import type { RefusedPart } from './job.queries.ts'

export interface JobResult {
  /** Of these the first 500 are kept. */
  refused?: readonly RefusedPart[]
  /** What its kind has to say besides. */
  data?: object
  fileId?: string
  /** What the whole job is for, written together with its end in the asker's scope: neither is where somebody cancelled it before. */
  write?: (tx: TenantTx) => Promise<void>
}

/** What the handler of a job is given. */
export interface JobRun<I, C> {
  jobId: string
  tenantId: string
  input: I
  /** Where an earlier run of it came to; null at the first. */
  checkpoint: C | null
  /** Aborted when somebody cancels the job, when this process stops, or when another took it up: `throwIfAborted` between two steps. */
  signal: AbortSignal
  /** With connections apart from those of the calls. */
  platform: Platform
  /** Who asked for it, with what they may do now; the job ends where they may not do it any more. */
  asker(): Promise<OperatorSession>
  /** Reads what the asker may see now. */
  read(): Promise<TenantDb>
  /** A transaction in the asker's scope. */
  write<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** How far it is; told to whoever watches once a second. */
  progress(done: number, total?: number): void
  /** Where the next run goes on, should this one be cut off: written with what `tx` does, or with neither. */
  keep(tx: TenantTx, checkpoint: C): Promise<void>
}

/** What the server can do behind a request. */
export interface JobKind<I = unknown, C = unknown> {
  /** `<area>.<what>`; also the name of its queue. */
  name: string
  /** What its asker must hold, when it is asked for and as long as it runs; null where being signed in is enough. */
  authority: Authority | null
  input: z.ZodType<I>
  /** So many at the same time, in each process that runs them and of each tenant altogether. */
  atOnce: { process: number; tenant: number }
  /** A fault is tried again by itself so often, first after so long and twice as long each time. Without it, by hand. */
  retries?: { times: number; afterS: number }
  /** Its result and its file are kept for so long after its end. */
  keepDays: number
  run(job: JobRun<I, C>): Promise<JobResult | undefined>
}

export const defineJob = <I, C = null>(kind: JobKind<I, C>): JobKind<I, C> => kind
