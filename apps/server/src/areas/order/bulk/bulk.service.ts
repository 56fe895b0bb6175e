import { allRefusals } from '@chauffeur/contract/all'
import type { CancelConsequence } from '@chauffeur/contract/order/cancel-rules'
import { BULK_LIMIT, BULK_STEP, type BulkAction, bulkActionNeeds } from '@chauffeur/contract/order/bulk'
import { SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import { redispatch } from '#areas/dispatch/desk'
import { cancelTable, judgeOrder } from '../cancel/index.ts'
import { isCancellable, lockOrder, type OrderFilter, ordersById, type OrderRowDb } from '../model/index.ts'
import { addRemark } from '../edit/index.ts'
import { cancelJudged } from '../cancel/index.ts'
import type { TenantTx } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import type { Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import {
  type BulkJobDb,
  chosenOrders,
  findJob,
  finishRow,
  insertJob,
  insertRows,
  type NewRow,
  nextRows,
  rowsOf,
  setJobState,
  skipWaiting,
  takeRow,
} from './bulk.queries.ts'

/** Rows done at the same time, each in a transaction of its own. */
const LANES = 4

export interface Context {
  platform: Platform
  scope: Scope
  operator: OperatorSession
  requestId: string
}
interface Asked {
  action: BulkAction
  text: string
  byCustomer: boolean
}
export interface Whole {
  job: BulkJobDb
  rows: Awaited<ReturnType<typeof rowsOf>>
}

type Table = Awaited<ReturnType<typeof cancelTable>>

/** A role may hold the bulk work and not what it does. */
const mayDo = (action: BulkAction, { authorities }: OperatorSession) => authorities.has(bulkActionNeeds[action])
type NotAllowed = { refusal: 'orderBulk.notAllowed' }
const notAllowed: NotAllowed = { refusal: 'orderBulk.notAllowed' }

const WAITS: readonly number[] = [S.dispatchStart, S.dispatching, S.dispatchFailed]
/** What speaks against searching again for many at once, as a refusal's name: only who has no driver is searched for. */
const againstRedispatch = ({ service_status, driver_id }: OrderRowDb): string | null =>
  WAITS.includes(service_status) ? null : driver_id === null ? 'dispatchDesk.notRedispatchable' : 'orderBulk.hasDriver'

/** What would happen to an order: the row as it waits, or skipped with the reason. */
async function lookAt(tx: TenantTx, order: OrderRowDb, { action, byCustomer }: Asked, table: Table): Promise<NewRow> {
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
  asked: Asked & { orderIds?: readonly string[] | undefined; filter?: OrderFilter | undefined },
): Promise<Whole | { refusal: 'orderBulk.tooMany'; detail: object } | { refusal: 'orderBulk.nothing' } | NotAllowed> {
  if (!mayDo(asked.action, operator)) return notAllowed
  const ids = await chosenOrders(tx, scope, asked, BULK_LIMIT)
  if (ids.length === 0) return { refusal: 'orderBulk.nothing' }
  if (ids.length > BULK_LIMIT) return { refusal: 'orderBulk.tooMany', detail: { limit: BULK_LIMIT } }
  const jobId = await insertJob(tx, { tenantId: operator.tenantId, ...asked, createdBy: operator.userId })
  await insertRows(tx, operator.tenantId, jobId, await looked(tx, ids, asked))
  return whole(tx, jobId)
}

async function looked(tx: TenantTx, ids: readonly string[], asked: Asked): Promise<NewRow[]> {
  const rows: NewRow[] = []
  const table = await cancelTable(tx)
  for (const order of await ordersById(tx, ids)) rows.push(await lookAt(tx, order, asked, table))
  return rows
}

async function whole(tx: TenantTx, jobId: string): Promise<Whole> {
  const job = await findJob(tx, { jobId })
  return { job: job!, rows: await rowsOf(tx, jobId) }
}

/** Does the next rows, each by itself: what became of one says nothing of another. Null for a job that ended. */
export async function stepBulk(jobId: string, context: Context): Promise<BulkJobDb | NotAllowed | null | undefined> {
  const { platform, scope, operator } = context
  const started = await platform.db.write(scope, async (tx) => {
    const found = await findJob(tx, { jobId })
    if (found && !mayDo(found.action, operator)) return notAllowed
    await setJobState(tx, jobId, ['READY'], 'RUNNING')
    const job = found?.state === 'READY' ? { ...found, state: 'RUNNING' as const } : found
    return job?.state === 'RUNNING'
      ? { job, rows: await nextRows(tx, jobId, BULK_STEP), table: await cancelTable(tx) }
      : { job, rows: null }
  })
  if ('refusal' in started) return started
  if (!started.job) return undefined
  if (!started.rows) return null
  const { job, table } = started
  const left = [...started.rows]
  const lane = async () => {
    for (let row = left.shift(); row; row = left.shift()) await doRow(job, row, table, context)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return platform.db.write(scope, async (tx) => {
    const now = await findJob(tx, { jobId })
    if (now && now.waiting === 0 && now.state === 'RUNNING') await setJobState(tx, jobId, ['RUNNING'], 'DONE')
    return findJob(tx, { jobId })
  })
}

type Seen = Awaited<ReturnType<typeof nextRows>>[number]
interface Outcome {
  state: 'DONE' | 'FAILED' | 'SKIPPED'
  problem: string
  rule?: string
  verdict?: string
  feeFen?: number
  consequence?: CancelConsequence | null
}
/** What a driver bears; how many orders they had meanwhile is no part of it. */
const bears = (of: CancelConsequence | null) => [
  of?.driverPenaltyFen ?? 0,
  of?.waived ?? false,
  of?.countsToRate ?? false,
  of?.hideDriverS ?? 0,
]
/** Where nobody had the order when it was shown, somebody who has it now would lose it unseen. */
const sameFor = (shown: CancelConsequence | null, now: CancelConsequence | null) =>
  (shown === null) === (now === null) && bears(shown).join() === bears(now).join()

async function doRow(job: BulkJobDb, row: Seen, table: Table, context: Context): Promise<void> {
  const { platform, scope } = context
  const done = platform.db.write(scope, async (tx) => {
    // The order is the first row anybody locks.
    const order = await lockOrder(tx, row.order_id)
    if (!(await takeRow(tx, job.job_id, row.order_id))) return null
    const outcome: Outcome = order ? await act(tx, order, job, { ...row, table }, context) : { state: 'FAILED', problem: 'order.notFound' }
    if (outcome.state !== 'DONE') return { refusal: outcome.problem, outcome }
    await finishRow(tx, job.job_id, row.order_id, outcome)
    return null
  })
  // What a row did before it was refused or failed is taken back, and then noted why; the next ones are not touched by it.
  const undone = await done.catch((error: unknown) => {
    platform.reportFault(`row ${row.order_id} of bulk job ${job.job_id} could not be done`, error)
    return { outcome: { state: 'FAILED', problem: FAULT } satisfies Outcome }
  })
  if (undone)
    await platform.db.write(scope, async (tx) => {
      if (await takeRow(tx, job.job_id, row.order_id)) await finishRow(tx, job.job_id, row.order_id, undone.outcome)
    })
}

async function act(tx: TenantTx, order: OrderRowDb, job: BulkJobDb, row: Seen & { table: Table }, context: Context): Promise<Outcome> {
  const { operator, requestId, platform } = context
  switch (job.action) {
    case 'REMARK':
      await addRemark(tx, order.order_id, job.text, operator, requestId)
      return { state: 'DONE', problem: '' }
    case 'REDISPATCH': {
      // Whoever accepted since the preview keeps the order.
      const problem = againstRedispatch(order)
      if (problem !== null) return { state: 'SKIPPED', problem }
      const again = await redispatch(tx, { platform, operator, requestId }, { orderId: order.order_id, reason: job.text })
      if (!('refusal' in again)) platform.wakeDispatch(order.city_id)
      return 'refusal' in again ? { state: 'SKIPPED', problem: again.refusal } : { state: 'DONE', problem: '' }
    }
    case 'CANCEL': {
      const by = job.by_customer ? 'CUSTOMER' : 'OPERATOR'
      const judged = await judgeOrder(tx, order, by, new Date(), row.table)
      if (!judged) return { state: 'SKIPPED', problem: 'order.notCancellable' }
      const { rule, ruleCase, verdict, feeFen, consequence } = judged
      // Nobody is charged what was not shown, no driver either.
      if (rule !== row.rule || verdict !== row.verdict || feeFen !== row.fee_fen || !sameFor(row.consequence, consequence))
        return { state: 'FAILED', problem: 'order.cancelQuoteStale', rule, verdict, feeFen, consequence }
      const settled = { by, reason: job.text, rule, ruleCase, verdict, feeFen, consequence } as const
      const moved = await cancelJudged(tx, order, settled, operator, requestId)
      return moved ? { state: 'DONE', problem: '' } : { state: 'SKIPPED', problem: 'order.notCancellable' }
    }
  }
}

/** Ends a job between two rows; null for one that has ended, undefined for somebody else's. */
export async function stopBulk(tx: TenantTx, jobId: string): Promise<BulkJobDb | null | undefined> {
  const job = await findJob(tx, { jobId })
  if (!job) return undefined
  if (job.state !== 'READY' && job.state !== 'RUNNING') return null
  await setJobState(tx, jobId, ['READY', 'RUNNING'], 'STOPPED')
  await skipWaiting(tx, jobId, STOPPED)
  return findJob(tx, { jobId })
}

/** The failed rows are looked at anew and wait again. */
export async function retryBulk(tx: TenantTx, jobId: string, { operator }: Context): Promise<Whole | NotAllowed | null> {
  const job = await findJob(tx, { jobId })
  if (!job) return null
  if (!mayDo(job.action, operator)) return notAllowed
  const failed = (await rowsOf(tx, jobId)).filter(({ state }) => state === 'FAILED').map(({ order_id }) => order_id)
  const rows = await looked(tx, failed, { action: job.action, text: job.text, byCustomer: job.by_customer })
  if (rows.length) {
    await insertRows(tx, operator.tenantId, jobId, rows)
    await setJobState(tx, jobId, ['DONE', 'STOPPED', 'RUNNING'], 'READY')
  }
  return whole(tx, jobId)
}

const FAULT = 'fault'
const STOPPED = 'stopped'
const OWN_WORDS: Record<string, { zh: string; en: string }> = {
  [FAULT]: { zh: '服务器内部错误', en: 'Internal server error' },
  [STOPPED]: { zh: '操作已停止，未处理', en: 'Stopped before its turn' },
}

/** A problem as an operator reads it. */
export const problemWords = (problem: string, english: boolean): string =>
  (OWN_WORDS[problem] ?? allRefusals[problem])?.[english ? 'en' : 'zh'] ?? problem
