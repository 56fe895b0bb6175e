import { withdrawalAction, withdrawalActionText } from '@chauffeur/contract/finance/withdrawal-review-model'
import { WITHDRAWAL_STATE } from '@chauffeur/contract/finance/withdrawal'
import * as z from 'zod'
import { isDatabaseGone } from '#platform/database/db'
import { refuse, whenRefused } from '#platform/http/implement'
import { defineJob, type JobRun } from '#platform/jobs/kind'
import { findWithdrawal } from './review.queries.ts'
import { act } from './review.service.ts'

const bulkAction = withdrawalAction.extract(['APPROVE', 'REJECT', 'PAY'])
export type BulkAction = z.infer<typeof bulkAction>
const input = z.object({
  action: bulkAction,
  rows: z.array(z.object({ withdrawalId: z.string(), state: z.literal(Object.values(WITHDRAWAL_STATE)) })),
  reason: z.string(),
  requestId: z.string(),
})
/** What became of a row; an empty problem: it was done. */
interface RowResult {
  withdrawalId: string
  withdrawNo: string
  problem: string
}
type Checkpoint = { results: RowResult[] }
type Run = JobRun<z.infer<typeof input>, Checkpoint>

/** Does one thing to many withdrawals, each by itself and in the state in which it was seen: what became of one says nothing of another. */
export const bulkReview = defineJob<z.infer<typeof input>, Checkpoint>({
  name: 'finance.withdrawalReview',
  authority: 'withdrawal.view',
  input,
  atOnce: { process: 2, tenant: 2 },
  retries: { times: 2, afterS: 10 },
  keepDays: 30,
  run: async (run: Run) => {
    const { rows } = run.input
    const results = [...(run.checkpoint?.results ?? [])]
    run.progress(results.length, rows.length)
    for (const row of rows.slice(results.length)) {
      run.signal.throwIfAborted()
      results.push(await doRow(run, row, results))
      run.progress(results.length)
    }
    return {
      refused: results.filter(({ problem }) => problem).map(({ withdrawNo, problem }) => ({ subject: withdrawNo, problem })),
      data: { results },
    }
  },
})

async function doRow(run: Run, row: z.infer<typeof input>['rows'][number], before: readonly RowResult[]): Promise<RowResult> {
  const { action, reason, requestId } = run.input
  const { platform } = run
  const operator = await run.asker()
  const seen = await findWithdrawal(await run.read(), row.withdrawalId)
  const result = { withdrawalId: row.withdrawalId, withdrawNo: seen?.withdraw_no ?? row.withdrawalId, problem: '' }
  const problem = await run
    .write(async (tx) => {
      await act(tx, { ...row, action }, { platform, operator, requestId, reason, fail: refuse })
      // With the row itself: cut off here, the next run neither leaves it out nor does it again.
      await run.keep(tx, { results: [...before, result] })
      return ''
    })
    .catch(whenRefused(({ failure }) => failure))
    .catch((error: unknown) => {
      if (isDatabaseGone(error)) throw error
      platform.reportFault(`withdrawal ${result.withdrawNo} could not be dealt with in bulk`, error)
      return 'job.fault'
    })
  if (problem) await run.write((tx) => run.keep(tx, { results: [...before, { ...result, problem }] }))
  return { ...result, problem }
}

const ENGLISH: Record<BulkAction, string> = { APPROVE: 'Approve', REJECT: 'Reject', PAY: 'Pay' }
export const bulkTitle = (action: BulkAction, n: number) => ({
  zh: `${withdrawalActionText[action]}提现（${n} 笔）`,
  en: `${ENGLISH[action]} withdrawals (${n})`,
})
