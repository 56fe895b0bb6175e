import { allRefusals } from '@chauffeur/contract/all'
import { jobCalls } from '@chauffeur/contract/operations/job'
import type { TenantDb } from '#platform/database/db'
import { implement } from '#platform/http/implement'
import { findJob, type JobDb } from '#platform/jobs/job.queries'
import { offsetOf, pageOf } from '#platform/list/page'
import { type Scope, seesEveryCity } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { countJobs, listJobs } from './job.queries.ts'

const words = (problem: string, english: boolean) => allRefusals[problem]?.[english ? 'en' : 'zh'] ?? problem

const view = (job: JobDb, english: boolean) => ({
  jobId: job.job_id,
  kind: job.kind,
  title: english ? job.title_en : job.title,
  reason: job.reason,
  askedBy: job.asked_by === null ? null : { userId: job.asked_by, name: job.asked_name },
  state: job.state,
  cancelling: job.state === 'RUNNING' && job.cancel_asked_at !== null,
  done: job.done_count,
  total: job.total_count,
  refused: job.result?.refused ?? 0,
  problem: words(job.problem, english),
  fileId: job.file_id,
  createdAt: job.created_at.toISOString(),
  startedAt: job.started_at?.toISOString() ?? null,
  endedAt: job.ended_at?.toISOString() ?? null,
  expiresAt: job.expires_at?.toISOString() ?? null,
  allowedActions: actionsOf(job),
})
const wholeView = (job: JobDb, english: boolean) => ({
  ...view(job, english),
  parts: (job.result?.parts ?? []).map(({ subject, problem }) => ({ subject, problem: words(problem, english) })),
  data: { ...job.result?.data },
})

function actionsOf({ state, cancel_asked_at }: JobDb): ('CANCEL' | 'RETRY')[] {
  if (state === 'WAITING' || state === 'RUNNING') return cancel_asked_at === null ? ['CANCEL'] : []
  return state === 'DONE' ? [] : ['RETRY']
}

/** Those who see the whole of a tenant see the rows of everybody; the authority is asked for here. */
const seesEverybody = ({ authorities }: OperatorSession, scope: Scope) => authorities.has('job.viewAll') && seesEveryCity(scope)

async function jobInSight(db: TenantDb, jobId: string, operator: OperatorSession, scope: Scope): Promise<JobDb | null> {
  const job = await findJob(db, jobId)
  return job && (job.asked_by === operator.userId || seesEverybody(operator, scope)) ? job : null
}

export const jobRoutes = implement(
  'job',
  jobCalls,
)({
  list: async ({ input, db, operator, scope, request }) => {
    const everybody = input.everybody === true && seesEverybody(operator, scope)
    const which = { askedBy: everybody ? null : operator.userId, state: input.state, kind: input.kind, open: input.open }
    const [rows, total] = await Promise.all([listJobs(db, which, input.pageSize, offsetOf(input)), countJobs(db, which)])
    return pageOf(
      rows.map((row) => view(row, request.english)),
      total,
      input,
    )
  },
  info: async ({ input, db, operator, scope, request, fail }) => {
    const job = await jobInSight(db, input.jobId, operator, scope)
    return job ? wholeView(job, request.english) : fail('job.notFound')
  },
  cancel: async ({ input, db, operator, scope, platform, request, fail, audit }) => {
    if (!(await jobInSight(db, input.jobId, operator, scope))) return fail('job.notFound')
    const job = (await platform.jobs.cancel(db, input.jobId)) ?? fail('job.ended')
    audit({ object: 'job', objectId: job.job_id, after: { state: job.state, title: job.title } })
    return wholeView(job, request.english)
  },
  retry: async ({ input, db, operator, scope, platform, request, fail, audit }) => {
    if (!(await jobInSight(db, input.jobId, operator, scope))) return fail('job.notFound')
    const job = (await platform.jobs.retry(db, input.jobId)) ?? fail('job.notRetryable')
    audit({ object: 'job', objectId: job.job_id, after: { state: job.state, title: job.title } })
    return wholeView(job, request.english)
  },
})
