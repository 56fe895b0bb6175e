import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, optional, page, pageOf } from '../../kernel/fields.ts'

export const jobRefusals = refusals({
  'job.notFound': { code: 404931, zh: '任务不存在', en: 'No such job' },
  'job.ended': { code: 409831, zh: '任务已结束', en: 'The job has ended' },
  'job.notRetryable': { code: 409832, zh: '只有失败或已取消的任务可以重试', en: 'Only a failed or cancelled job can be tried again' },
  /** Of a job or one of its parts. */
  'job.notAllowedAnyMore': {
    code: 403931,
    zh: '发起人的权限已变更，任务未能继续',
    en: 'Its asker may not do this any more: the job was not continued',
  },
  /** Of a job that is done: nothing was left to stop. */
  'job.doneBeforeCancel': { code: 409833, zh: '取消前已全部完成', en: 'All of it was done before it could be cancelled' },
  'job.fault': { code: 500931, zh: '服务器内部错误，可重试', en: 'Internal server error, it can be tried again' },
  'job.lost': {
    code: 500932,
    zh: '执行任务的进程多次中断，请联系管理员',
    en: 'The processes that ran it ended again and again, ask your administrator',
  },
})

/** WAITING → RUNNING → DONE, FAILED or CANCELLED; the last two can be tried again. A job whose process stops waits again. */
export const jobState = z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'])
export type JobState = z.infer<typeof jobState>
export const jobStateText: Record<JobState, string> = {
  WAITING: '排队中',
  RUNNING: '进行中',
  DONE: '已完成',
  FAILED: '失败',
  CANCELLED: '已取消',
}
export const jobAction = z.enum(['CANCEL', 'RETRY'])

export const job = z.object({
  jobId: id,
  /** `<area>.<what>`. */
  kind: z.string(),
  title: z.string(),
  reason: z.string(),
  /** Null for what the platform does by itself. */
  askedBy: z.object({ userId: id, name: z.string() }).nullable(),
  state: jobState,
  /** Somebody cancelled it, and it has not stopped yet. */
  cancelling: z.boolean(),
  done: z.number().int(),
  /** Null while it is not known. */
  total: z.number().int().nullable(),
  /** Parts that were not done, and why, at most 500 of `refused`. */
  refused: z.number().int(),
  parts: z.array(z.object({ subject: z.string(), problem: z.string() })),
  /** What its kind has to say besides. */
  data: z.record(z.string(), z.unknown()),
  /** Why it failed, or was done although somebody cancelled it, as people read it. */
  problem: z.string(),
  fileId: z.uuid().nullable(),
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Its result and file are kept until then. */
  expiresAt: instant.nullable(),
  allowedActions: z.array(jobAction),
})
export type Job = z.infer<typeof job>

const ofOne = z.object({ jobId: id })

/** Work that goes on behind a request: in its asker's scope, whether or not they look on. */
export const jobCalls = {
  /** One's own, newest first; `everybody` takes `job.viewAll` and the sight of the whole tenant, and has no effect without. */
  list: call({
    method: 'GET',
    path: '/djweb/jobs',
    effect: 'read',
    access: 'signedIn',
    summary: '任务列表',
    input: page.extend({ state: optional(jobState), kind: optional(z.string().max(60)), open: optional(flag), everybody: optional(flag) }),
    output: pageOf(job.omit({ parts: true, data: true })),
  }),
  info: call({
    method: 'GET',
    path: '/djweb/jobs/info',
    effect: 'read',
    access: 'signedIn',
    summary: '任务详情',
    input: ofOne,
    output: job,
    failures: ['job.notFound'],
  }),
  /** One that waits is over at once, one that runs stops at its next step; what it did stays done. */
  cancel: call({
    method: 'POST',
    path: '/djweb/jobs/cancel',
    effect: 'write',
    access: 'signedIn',
    summary: '取消任务',
    input: ofOne,
    output: job,
    failures: ['job.notFound', 'job.ended'],
  }),
  /** Goes on from where it stopped, with what its asker may do now. */
  retry: call({
    method: 'POST',
    path: '/djweb/jobs/retry',
    effect: 'write',
    access: 'signedIn',
    summary: '重试任务',
    input: ofOne,
    output: job,
    failures: ['job.notFound', 'job.notRetryable'],
  }),
} satisfies Area
