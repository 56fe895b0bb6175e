import { orderBulkCalls } from '@chauffeur/contract/order/bulk'
import type { cancelVerdict } from '@chauffeur/contract/order/cancel-rules'
import type { ServiceStatus } from '@chauffeur/contract/order/model'
import type * as z from 'zod'
import { implement } from '#platform/http/implement'
import { type BulkJobDb, findJob, rowsOf } from './bulk.queries.ts'
import { prepareBulk, problemWords, retryBulk, startBulk, stopBulk, type BulkWork } from './bulk.service.ts'

const jobView = (job: BulkJobDb) => ({
  jobId: job.job_id,
  action: job.action,
  state: job.state,
  text: job.text,
  byCustomer: job.by_customer,
  total: job.total,
  waiting: job.waiting,
  done: job.done,
  failed: job.failed,
  skipped: job.skipped,
  feeFen: job.fee_fen,
  penaltyFen: job.penalty_fen,
  penalties: job.penalties,
  createdAt: job.created_at.toISOString(),
})
const wholeView = ({ job, rows }: BulkWork, english: boolean) => ({
  ...jobView(job),
  rows: rows.map((row) => ({
    orderId: row.order_id,
    orderNo: row.order_no,
    serviceStatus: row.service_status as ServiceStatus,
    state: row.state,
    rule: row.rule,
    verdict: row.verdict as z.infer<typeof cancelVerdict> | null,
    feeFen: row.fee_fen,
    consequence: row.consequence,
    problem: problemWords(row.problem, english),
  })),
})

export const orderBulkRoutes = implement(
  'orderBulk',
  orderBulkCalls,
)({
  prepare: async ({ input, db, scope, operator, platform, request, fail, audit }) => {
    const context = { platform, scope, operator, requestId: request.id }
    const made = await prepareBulk(db, context, { ...input, byCustomer: input.byCustomer ?? false }, fail)
    audit({ object: 'bulkJob', objectId: made.job.job_id, after: jobView(made.job) })
    return wholeView(made, request.english)
  },
  start: async ({ input, db, scope, operator, platform, request, fail, audit }) => {
    const job = await startBulk(db, input.jobId, { platform, scope, operator, requestId: request.id }, fail)
    audit({ object: 'bulkJob', objectId: job.job_id, after: jobView(job) })
    return jobView(job)
  },
  stop: async ({ input, db, scope, operator, platform, request, fail, audit }) => {
    const job = await stopBulk(db, input.jobId, { platform, scope, operator, requestId: request.id }, fail)
    audit({ object: 'bulkJob', objectId: job.job_id, after: jobView(job) })
    return jobView(job)
  },
  retry: async ({ input, db, scope, operator, platform, request, fail, audit }) => {
    const made = await retryBulk(db, input.jobId, { platform, scope, operator, requestId: request.id }, fail)
    audit({ object: 'bulkJob', objectId: made.job.job_id, after: jobView(made.job) })
    return wholeView(made, request.english)
  },
  get: async ({ input, db, request, fail }) => {
    const job = await findJob(db, { jobId: input.jobId })
    return job ? wholeView({ job, rows: await rowsOf(db, job.job_id) }, request.english) : fail('orderBulk.notFound')
  },
  unfinished: async ({ db }) => {
    const job = await findJob(db, 'unfinished')
    return { job: job ? jobView(job) : null }
  },
})
