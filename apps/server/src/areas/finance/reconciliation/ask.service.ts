import { WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import * as z from 'zod'
import type { TenantTx } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import { type Fail, type Platform, refuse, whenRefused } from '#platform/http/implement'
import { operatorActor, type OperatorSession } from '#platform/identity/session'
import type { RefusedPart } from '#platform/jobs/job.queries'
import { defineJob } from '#platform/jobs/kind'
import { askNow, factsOf, mayBePaidAgain, payAgain, type PayAgainRefusal } from '../payout/index.ts'
import { paidByChannel } from '../statement/index.ts'
import { withdrawals } from '../withdrawal/index.ts'
import { type LastAttempt, lastAttempts, settleRetried, standAnew } from './reconciliation.queries.ts'

/** A channel is asked about one payment once in so long. */
const ASKED_EVERY_MS = 10_000
/** Between two questions of a job: well below what channels allow. */
const PACE_MS = 25

export const askedLately = ({ asked_at }: Pick<LastAttempt, 'asked_at'>): boolean =>
  asked_at !== null && Date.now() - asked_at.getTime() < ASKED_EVERY_MS

/** Asks the channel about a payment; what it says is applied along legal edges, and no money moves. Nothing is locked meanwhile. */
export async function refreshOne(platform: Platform, attempt: LastAttempt) {
  const { said, heard } = await askNow(platform, attempt)
  return {
    outNo: attempt.out_no,
    channelState: said === 'NOT_FOUND' ? said : said.state,
    state: heard?.withdrawal.state ?? attempt.withdrawal_state,
    changed: heard?.changed ?? false,
  }
}

type RetryFailure = 'recon.notFound' | 'recon.outcomeUnknown' | 'recon.notFailed' | PayAgainRefusal

/** Whether no statement shows it paid, and the channel, asked now, says that the payment failed for good. */
export async function confirmFailed(
  platform: Platform,
  attempt: LastAttempt,
  fail: Fail<'recon.outcomeUnknown' | 'recon.notFailed' | 'payout.statementSaysPaid'>,
): Promise<void> {
  if (attempt.withdrawal_state !== S.failed) return fail('recon.notFailed', { state: attempt.withdrawal_state })
  if (await paidByChannel(platform.db.reader(wholeTenant(attempt.tenant_id)), attempt.withdrawal_id))
    return fail('payout.statementSaysPaid')
  const { said } = await askNow(platform, attempt)
  if (mayBePaidAgain(factsOf(attempt), said)) return
  if (said === 'NOT_FOUND' || said.state === 'UNKNOWN') return fail('recon.outcomeUnknown')
  return fail('recon.notFailed', { channelState: said.state })
}

interface CallerContext {
  platform: Platform
  operator: OperatorSession
  requestId: string
  reason: string
  fail: Fail<RetryFailure>
}
/** Pays again, under a new number, what was just confirmed to have failed; only where nobody did so meanwhile. */
export async function retryOne(
  tx: TenantTx,
  attempt: LastAttempt,
  { platform, operator, requestId, reason, fail }: CallerContext,
): Promise<{ withdrawalId: string; attempt: number }> {
  const row = (await withdrawals.lock(tx, attempt.withdrawal_id)) ?? fail('recon.notFound')
  if (row.state !== S.failed || row.attempt !== attempt.attempt) return fail('recon.notFailed', { state: row.state })
  const paying = await payAgain(tx, row, { platform, actor: operatorActor(operator), requestId, reason, fail })
  const settled = await settleRetried(tx, row.withdrawal_id, operator, reason)
  if (settled.length) await standAnew(tx, row.tenant_id, [...new Set(settled.map(({ batch_id }) => batch_id))])
  return { withdrawalId: row.withdrawal_id, attempt: paying.attempt }
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PACE_MS))

/** Many at once, each by itself. One that was asked about a moment ago is left out: its answer is known. */
export const refreshMany = defineJob({
  name: 'finance.refreshPayouts',
  authority: 'recon.refresh',
  input: z.object({ withdrawalIds: z.array(z.string()) }),
  atOnce: { process: 1, tenant: 1 },
  retries: { times: 2, afterS: 30 },
  keepDays: 7,
  run: async (run) => {
    const attempts = await lastAttempts(await run.read(), run.input.withdrawalIds)
    let [over, changed] = [0, 0]
    for (const attempt of attempts) {
      run.signal.throwIfAborted()
      if (!askedLately(attempt) && (await refreshOne(run.platform, attempt)).changed) changed++
      run.progress(++over, attempts.length)
      await pause()
    }
    return { data: { asked: over, changed } }
  },
})

/** Each is asked about and paid again by itself; what was done is done once, whenever the job is cut off. */
export const retryMany = defineJob({
  name: 'finance.retryPayouts',
  authority: 'recon.retry',
  input: z.object({ withdrawalIds: z.array(z.string()), reason: z.string(), requestId: z.string() }),
  atOnce: { process: 1, tenant: 1 },
  keepDays: 30,
  run: async (run) => {
    const attempts = await lastAttempts(await run.read(), run.input.withdrawalIds)
    const refused: RefusedPart[] = []
    let [over, paidFen] = [0, 0]
    for (const attempt of attempts) {
      run.signal.throwIfAborted()
      const operator = await run.asker()
      const problem = await confirmFailed(run.platform, attempt, refuse)
        .then(() =>
          run.write((tx) => {
            const { requestId, reason } = run.input
            return retryOne(tx, attempt, { platform: run.platform, operator, requestId, reason, fail: refuse })
          }),
        )
        .then(() => null)
        .catch(whenRefused(({ failure }) => failure))
      if (problem) refused.push({ subject: attempt.withdraw_no, problem })
      else paidFen += attempt.amount_fen
      run.progress(++over, attempts.length)
    }
    return { refused, data: { done: over - refused.length, paidFen } }
  },
})
