import type { BulkRowState } from '@chauffeur/contract/order/bulk'
import type { CancelConsequence } from '@chauffeur/contract/order/cancel-rules'
import * as z from 'zod'
import { redispatch } from '#areas/dispatch/desk'
import { isDatabaseGone, type TenantTx } from '#platform/database/db'
import { type Fail, Refused } from '#platform/http/implement'
import { defineJob, type JobRun } from '#platform/jobs/kind'
import type { OperatorSession } from '#platform/identity/session'
import { cancelJudged, cancelTable, judgeOrder } from '../cancel/index.ts'
import { addRemark } from '../edit/index.ts'
import { lockOrder, type OrderRowDb } from '../model/index.ts'
import { type BulkJobDb, findJob, finishRow, lockJob, nextRows, rowsOf, setJobState, takeRow } from './bulk.queries.ts'
import { againstRedispatch, mayDo, sameFor } from './bulk.rules.ts'

/** Rows done at the same time, each in a transaction of its own. */
const LANES = 4
/** After so many the table of cancellation rules is read anew. */
const STEP = 50
/** A row that could not be done for a reason of ours. */
export const FAULT = 'fault'

type Run = JobRun<{ bulkJobId: string; requestId: string }, null>
type Table = Awaited<ReturnType<typeof cancelTable>>
type Seen = Awaited<ReturnType<typeof nextRows>>[number]

/** Does the rows that wait, each by itself: what became of one says nothing of another. Where it came to is in the rows. */
export const bulkWork = defineJob({
  name: 'order.bulk',
  authority: 'order.bulk',
  input: z.object({ bulkJobId: z.string(), requestId: z.string() }),
  atOnce: { process: 2, tenant: 2 },
  retries: { times: 2, afterS: 10 },
  keepDays: 7,
  run: async (run: Run) => {
    const jobId = run.input.bulkJobId
    const job = await findJob(await run.read(), { jobId })
    if (!job) throw new Refused('orderBulk.notFound')
    let over = job.total - job.waiting
    run.progress(over, job.total)
    for (;;) {
      run.signal.throwIfAborted()
      const { left, table } = await run.write(async (tx) => ({ left: await nextRows(tx, jobId, STEP), table: await cancelTable(tx) }))
      if (left.length === 0) break
      const lane = async () => {
        for (let row = left.shift(); row && !run.signal.aborted; row = left.shift()) {
          await doRow(run, job, row, table)
          run.progress(++over)
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
    }
    await run.write((tx) => endBulk(tx, jobId))
    const failed = (await rowsOf(await run.read(), jobId)).filter(({ state }) => state === 'FAILED')
    const problemOf = (problem: string) => (problem === FAULT ? 'job.fault' : problem)
    return {
      refused: failed.map(({ order_no, problem }) => ({ subject: order_no, problem: problemOf(problem) })),
      data: { bulkJobId: jobId },
    }
  },
})

/** Failed rows may have come to wait again meanwhile. */
async function endBulk(tx: TenantTx, jobId: string): Promise<void> {
  await lockJob(tx, jobId)
  const job = await findJob(tx, { jobId })
  if (job?.waiting === 0) await setJobState(tx, jobId, ['RUNNING'], 'DONE')
}

/** Takes back what a row did so far. */
class NotDone extends Error {
  override name = 'NotDone'
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super(outcome.problem)
    this.outcome = outcome
  }
}
/** Refuses a row, not the job. */
const skip: Fail<string> = (problem) => {
  throw new NotDone({ state: 'SKIPPED', problem })
}
interface Outcome {
  state: Exclude<BulkRowState, 'WAITING'>
  problem: string
  rule?: string
  verdict?: string
  feeFen?: number
  consequence?: CancelConsequence | null
}

async function doRow(run: Run, job: BulkJobDb, row: Seen, table: Table): Promise<void> {
  const operator = await run.asker()
  if (!mayDo(job.action, operator)) throw new Refused('job.notAllowedAnyMore')
  const done = run.write(async (tx) => {
    // The order is the first row anybody locks.
    const order = await lockOrder(tx, row.order_id)
    if (!(await takeRow(tx, job.job_id, row.order_id))) return null
    const outcome: Outcome = order
      ? await act(tx, order, { run, job, row, table, operator })
      : { state: 'FAILED', problem: 'order.notFound' }
    if (outcome.state !== 'DONE') throw new NotDone(outcome)
    await finishRow(tx, job.job_id, row.order_id, outcome)
    return null
  })
  // What a row did before it was refused or failed is taken back, and then noted why; the next ones are not touched by it.
  const undone = await done.catch((error: unknown): Outcome => {
    if (error instanceof NotDone) return error.outcome
    if (error instanceof Refused || isDatabaseGone(error)) throw error
    run.platform.reportFault(`row ${row.order_id} of bulk job ${job.job_id} could not be done`, error)
    return { state: 'FAILED', problem: FAULT }
  })
  if (undone)
    await run.write(async (tx) => {
      if (await takeRow(tx, job.job_id, row.order_id)) await finishRow(tx, job.job_id, row.order_id, undone)
    })
}

interface Doing {
  run: Run
  job: BulkJobDb
  row: Seen
  table: Table
  operator: OperatorSession
}

async function act(tx: TenantTx, order: OrderRowDb, { run, job, row, table, operator }: Doing): Promise<Outcome> {
  const { platform } = run
  const { requestId } = run.input
  switch (job.action) {
    case 'REMARK':
      await addRemark(tx, order.order_id, job.text, operator, requestId, skip)
      return { state: 'DONE', problem: '' }
    case 'REDISPATCH': {
      // Whoever accepted since the preview keeps the order.
      const problem = againstRedispatch(order)
      if (problem !== null) return { state: 'SKIPPED', problem }
      await redispatch(tx, { platform, operator, requestId, fail: skip }, { orderId: order.order_id, reason: job.text })
      platform.wakeDispatch(order.city_id)
      return { state: 'DONE', problem: '' }
    }
    case 'CANCEL': {
      const by = job.by_customer ? 'CUSTOMER' : 'OPERATOR'
      const judged = await judgeOrder(tx, order, by, new Date(), table)
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
