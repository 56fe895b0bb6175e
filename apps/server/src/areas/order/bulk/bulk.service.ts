import { allRefusals } from '@chauffeur/contract/all'
import { BULK_LIMIT, type BulkAction, bulkActionText, type orderBulkCalls } from '@chauffeur/contract/order/bulk'
import { cancelTable, judgeOrder } from '../cancel/index.ts'
import { isCancellable, type OrderFilter, ordersById, type OrderRowDb } from '../model/index.ts'
import type { TenantTx } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import type { Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { bulkWork, FAULT } from './bulk.job.ts'
import {
  type BulkJobDb,
  chosenOrders,
  findJob,
  insertJob,
  insertRows,
  lockJob,
  type NewRow,
  rowsOf,
  setJobState,
  setRunning,
  skipWaiting,
} from './bulk.queries.ts'
import { againstRedispatch, mayDo } from './bulk.rules.ts'

export interface Context {
  platform: Platform
  scope: Scope
  operator: OperatorSession
  requestId: string
}
interface BulkRequest {
  action: BulkAction
  text: string
  byCustomer: boolean
}
export interface BulkWork {
  job: BulkJobDb
  rows: Awaited<ReturnType<typeof rowsOf>>
}

type Table = Awaited<ReturnType<typeof cancelTable>>

type FailWork<F extends string = never> = Fail<'orderBulk.notFound' | 'orderBulk.notAllowed' | F>

/** What would happen to an order: the row as it waits, or skipped with the reason. */
async function lookAt(tx: TenantTx, order: OrderRowDb, { action, byCustomer }: BulkRequest, table: Table): Promise<NewRow> {
  const row = {
    order_id: order.order_id,
    order_no: order.order_no,
    state: 'WAITING' as const,
    rule: '',
    verdict: null,
    fee_fen: null,
    consequence: null,
    problem: '',
  }
  if (action === 'REMARK') return row
  if (action === 'REDISPATCH') {
    const problem = againstRedispatch(order)
    return problem === null ? row : { ...row, state: 'SKIPPED', problem }
  }
  const judged = isCancellable(order.service_status)
    ? await judgeOrder(tx, order, byCustomer ? 'CUSTOMER' : 'OPERATOR', new Date(), table)
    : null
  if (!judged) return { ...row, state: 'SKIPPED', problem: 'order.notCancellable' }
  return { ...row, rule: judged.rule, verdict: judged.verdict, fee_fen: judged.feeFen, consequence: judged.consequence }
}

/** Looks at every chosen order and keeps what would happen; nothing does. */
export async function prepareBulk(
  tx: TenantTx,
  { scope, operator }: Context,
  asked: BulkRequest & { orderIds?: readonly string[] | undefined; filter?: OrderFilter | undefined },
  fail: Fail<(typeof orderBulkCalls.prepare.failures)[number]>,
): Promise<BulkWork> {
  if (!mayDo(asked.action, operator)) return fail('orderBulk.notAllowed')
  const ids = await chosenOrders(tx, scope, asked, BULK_LIMIT)
  if (ids.length === 0) return fail('orderBulk.nothing')
  if (ids.length > BULK_LIMIT) return fail('orderBulk.tooMany', { limit: BULK_LIMIT })
  const jobId = await insertJob(tx, { tenantId: operator.tenantId, ...asked, createdBy: operator.userId })
  await insertRows(tx, operator.tenantId, jobId, await looked(tx, ids, asked))
  return whole(tx, jobId)
}

async function looked(tx: TenantTx, ids: readonly string[], asked: BulkRequest): Promise<NewRow[]> {
  const rows: NewRow[] = []
  const table = await cancelTable(tx)
  for (const order of await ordersById(tx, ids)) rows.push(await lookAt(tx, order, asked, table))
  return rows
}

async function whole(tx: TenantTx, jobId: string): Promise<BulkWork> {
  const job = await findJob(tx, { jobId })
  return { job: job!, rows: await rowsOf(tx, jobId) }
}

/** From now on it goes on behind the requests. */
export async function startBulk(
  tx: TenantTx,
  jobId: string,
  { platform, operator, requestId }: Context,
  fail: FailWork<'orderBulk.ended'>,
): Promise<BulkJobDb> {
  await lockJob(tx, jobId)
  const job = (await findJob(tx, { jobId })) ?? fail('orderBulk.notFound')
  if (!mayDo(job.action, operator)) return fail('orderBulk.notAllowed')
  if (job.state === 'RUNNING') return job
  if (job.state !== 'READY') return fail('orderBulk.ended')
  const runJobId = await platform.jobs.ask(tx, bulkWork, {
    operator,
    tenantId: operator.tenantId,
    title: titleOf(job),
    reason: job.text,
    input: { bulkJobId: jobId, requestId },
    total: job.total,
  })
  await setRunning(tx, jobId, runJobId)
  return (await findJob(tx, { jobId }))!
}

const titleOf = ({ action, waiting: n }: BulkJobDb) => ({
  zh: `${bulkActionText[action]}（${n} 单）`,
  en: `${ENGLISH[action]} (${n} orders)`,
})
const ENGLISH: Record<BulkAction, string> = { REMARK: 'Remark', CANCEL: 'Cancel', REDISPATCH: 'Dispatch again' }

/** Ends a job between two rows. */
export async function stopBulk(
  tx: TenantTx,
  jobId: string,
  { platform }: Context,
  fail: Fail<'orderBulk.notFound' | 'orderBulk.ended'>,
): Promise<BulkJobDb> {
  await lockJob(tx, jobId)
  const job = (await findJob(tx, { jobId })) ?? fail('orderBulk.notFound')
  if (job.state !== 'READY' && job.state !== 'RUNNING') return fail('orderBulk.ended')
  await setJobState(tx, jobId, ['READY', 'RUNNING'], 'STOPPED')
  await skipWaiting(tx, jobId, STOPPED)
  if (job.run_job_id !== null) await platform.jobs.cancel(tx, job.run_job_id)
  return (await findJob(tx, { jobId }))!
}

/** The failed rows are looked at anew and wait again. */
export async function retryBulk(tx: TenantTx, jobId: string, { operator }: Context, fail: FailWork): Promise<BulkWork> {
  await lockJob(tx, jobId)
  const job = (await findJob(tx, { jobId })) ?? fail('orderBulk.notFound')
  if (!mayDo(job.action, operator)) return fail('orderBulk.notAllowed')
  const failed = (await rowsOf(tx, jobId)).filter(({ state }) => state === 'FAILED').map(({ order_id }) => order_id)
  const rows = await looked(tx, failed, { action: job.action, text: job.text, byCustomer: job.by_customer })
  if (rows.length) {
    await insertRows(tx, operator.tenantId, jobId, rows)
    await setJobState(tx, jobId, ['DONE', 'STOPPED'], 'READY')
  }
  return whole(tx, jobId)
}

const STOPPED = 'stopped'
const OWN_WORDS: Record<string, { zh: string; en: string }> = {
  [FAULT]: { zh: '服务器内部错误', en: 'Internal server error' },
  [STOPPED]: { zh: '操作已停止，未处理', en: 'Stopped before its turn' },
}

/** A problem as an operator reads it. */
export const problemWords = (problem: string, english: boolean): string =>
  (OWN_WORDS[problem] ?? allRefusals[problem])?.[english ? 'en' : 'zh'] ?? problem
