import { RECON_BATCH_STATE as B } from '@chauffeur/contract/finance/reconciliation-model'
import { reconKind } from '@chauffeur/contract/finance/statement'
import * as z from 'zod'
import { seesEveryCity, wholeTenant } from '#platform/database/scope'
import type { TenantTx } from '#platform/database/db'
import { FileRefused } from '#platform/files/files'
import { type Platform, Refused } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import { eachDue } from '#platform/jobs/each'
import { defineJob, type JobRun } from '#platform/jobs/kind'
import type { Round } from '#platform/jobs/rounds'
import { ProviderFailed } from '#platform/provider/request'
import { dayInChina } from '#platform/values/local-clock'
import { applyOutcome, channelOf, type PayoutChannel } from '../payout/index.ts'
import { matchStatement, NOTHING_MOVED, type StatementFile, type StatementProblem, StatementRefused } from '../statement/index.ts'
import { againInS, isFetched, KEEP_TRYING, readyAt } from './batch.rules.ts'
import {
  type BatchRow,
  daysToCompare,
  dueBatches,
  failedThoughPaid,
  findBatch,
  giveTurn,
  lockBatch,
  makeDue,
  nowKnown,
  openBatch,
  setFailed,
  setStage,
} from './reconciliation.queries.ts'
import { takeBackSuperseded } from './resolution.service.ts'

const DAY_MS = 24 * 3_600_000
/** Days back that the round makes batches for: an installation that was off for a while catches up. */
const CATCH_UP_DAYS = 7

/** A channel whose statements can be fetched, or null. */
export async function sourceOf(
  platform: Platform,
  tenantId: string,
  of: { channel: string; merchantNo?: string },
): Promise<(PayoutChannel & Required<Pick<PayoutChannel, 'statement' | 'merchantNo'>>) | null> {
  if (!isFetched(of.channel)) return null
  const channel = await channelOf(of.channel, { platform, tenantId, db: platform.db.reader(wholeTenant(tenantId)) })
  if (!channel?.statement || !channel.merchantNo || (of.merchantNo !== undefined && channel.merchantNo !== of.merchantNo)) return null
  return channel as PayoutChannel & Required<Pick<PayoutChannel, 'statement' | 'merchantNo'>>
}

type Input = { batchId: string; fileId: string | null }
type Run = JobRun<Input, null>

/**
 * Brings a batch to its result: the statement fetched (unless one was uploaded or is to be matched anew), kept as it came, read and matched. What is
 * wrong with it is a word of the batch and of the job; what stood before stays.
 */
export const reconcileJob = defineJob<Input>({
  name: 'finance.reconcile',
  authority: 'recon.run',
  input: z.object({ batchId: z.string(), fileId: z.string().nullable() }),
  atOnce: { process: 1, tenant: 1 },
  keepDays: 30,
  run: async (run: Run) => {
    const { platform, tenantId, jobId, input } = run
    const batch = await findBatch(platform.db.reader(wholeTenant(tenantId)), input.batchId)
    // Its run was stored, and the process ended before it could say so.
    if (batch?.job_id === null) {
      await afterRun(run)
      return { data: { batchId: batch.batch_id, runNo: batch.run_no, lines: batch.file_rows ?? 0, open: batch.open_count } }
    }
    if (batch?.job_id !== jobId) throw new Refused('recon.notFound')
    try {
      const file = await statementFor(run, batch)
      await stage(run, B.parsing)
      const found = await matchStatement(
        platform.db.urls.runtime,
        {
          tenantId,
          batchId: batch.batch_id,
          kind: batch.kind,
          channel: batch.channel,
          merchantNo: batch.merchant_no,
          billDate: batch.day,
          runNo: batch.run_no,
        },
        file,
        { jobId, signal: run.signal, matching: () => stage(run, B.matching) },
      )
      await afterRun(run)
      return { data: { batchId: batch.batch_id, runNo: found.runNo, lines: found.lines, open: found.sums.open_count } }
    } catch (error) {
      const refused = refusalOf(error)
      if (!refused) {
        if (!run.signal.aborted) await failed(run, batch, { problem: 'job.fault', detail: {} })
        throw error
      }
      await failed(run, batch, refused)
      throw new Refused(refused.problem, refused.detail)
    }
  },
})

const afterRun = async ({ platform, tenantId, input }: Run): Promise<void> => {
  const scope = wholeTenant(tenantId)
  await platform.db.write(scope, (tx) => takeBackSuperseded(tx, tenantId, input.batchId))
  // What failed here and was paid there stands in the withdrawal's own story; it is over, and nothing of it changes.
  for (const { out_no, channel_no: channelNo, at: paidAt } of await failedThoughPaid(platform.db.reader(scope), input.batchId))
    await platform.db.write(scope, (tx) => applyOutcome(tx, platform.vault, out_no, { state: 'PAID', channelNo, paidAt }))
  platform.poke()
}
const turnOf = ({ tenantId, input, jobId }: Run) => ({ tenantId, batchId: input.batchId, jobId })
const stage = (run: Run, state: typeof B.fetching | typeof B.parsing | typeof B.matching) =>
  run.platform.db.write(wholeTenant(run.tenantId), (tx) => setStage(tx, turnOf(run), state))
const failed = (run: Run, batch: BatchRow, { problem, detail }: { problem: string; detail: object }) =>
  run.platform.db.write(wholeTenant(run.tenantId), (tx) =>
    setFailed(tx, turnOf(run), {
      problem,
      detail,
      againInS: run.input.fileId === null && batch.tries < KEEP_TRYING ? againInS(batch.tries) : null,
    }),
  )

type Problem = StatementProblem | 'recon.noSource' | 'recon.noStatement' | 'recon.notYet' | 'recon.unreachable'
function refusalOf(error: unknown): { problem: Problem; detail: object } | null {
  if (error instanceof StatementRefused) return { problem: error.problem, detail: error.detail }
  if (error instanceof FileRefused) return { problem: 'statement.unknownFormat', detail: { reason: error.reason } }
  if (error instanceof Refused && (error.failure === 'recon.noSource' || error.failure === 'recon.noStatement'))
    return { problem: error.failure, detail: {} }
  if (error instanceof ProviderFailed)
    return {
      problem: error.code === 'STATEMENT_CREATING' ? 'recon.notYet' : 'recon.unreachable',
      detail: { kind: error.kind, code: error.code },
    }
  return null
}

/** The bytes to match: of the file that the job was given, or as the channel gives them, kept before anything is made of them. */
async function statementFor(run: Run, batch: BatchRow): Promise<StatementFile> {
  const { platform, tenantId, input } = run
  const { files } = platform
  if (input.fileId !== null) {
    const stored = await files.find(platform.db.reader(wholeTenant(tenantId)), input.fileId)
    if (!stored) throw new Refused('recon.noStatement')
    return { fileId: stored.fileId, name: stored.name, downloadedAt: batch.downloaded_at ?? new Date(), body: files.read(stored) }
  }
  const source = await sourceOf(platform, tenantId, { channel: batch.channel, merchantNo: batch.merchant_no })
  if (!source) throw new Refused('recon.noSource')
  await stage(run, B.fetching)
  const given = await source.statement(batch.day, batch.kind).catch((error: unknown) => {
    if (error instanceof ProviderFailed && error.code === 'NO_STATEMENT_EXIST') return { body: Buffer.from(NOTHING_MOVED), sha1: undefined }
    throw error
  })
  const name = `${batch.batch_no}.csv`
  const stored = await files.put({ tenantId, kind: 'STATEMENT', name }, given.body)
  // Kept now: what is matched next, and refused maybe, can be looked at.
  await platform.db.write(wholeTenant(tenantId), (tx) => files.keep(tx, stored.fileId))
  return { fileId: stored.fileId, name, downloadedAt: new Date(), body: files.read(stored), ...(given.sha1 && { sha1: given.sha1 }) }
}

/** Has a batch reconciled: by an operator, or (null) by the round. The caller has locked it and seen that nobody is at it. */
export async function askToReconcile(
  platform: Platform,
  tx: TenantTx,
  batch: { tenantId: string; batchId: string; batchNo: string },
  { operator, fileId }: { operator: OperatorSession | null; fileId: string | null },
): Promise<string> {
  const jobId = await platform.jobs.ask(tx, reconcileJob, {
    operator,
    tenantId: batch.tenantId,
    title: { zh: `对账 ${batch.batchNo}`, en: `Reconcile ${batch.batchNo}` },
    input: { batchId: batch.batchId, fileId },
  })
  await giveTurn(tx, batch, jobId)
  return jobId
}
export const mayRunAll = ({ scope }: OperatorSession): boolean => seesEveryCity(scope)

/** Yesterday's statements (and those of days that were missed) are asked for once they are there; what failed is tried again in its time. */
export const statementRound: Round = {
  name: 'finance.statements',
  everyS: 300,
  work: async (platform, signal) => {
    const tenants = await platform.db.acrossTenants((tx) => tx.selectFrom('tenants').select('tenant_id').execute())
    for (const { tenant_id: tenantId } of tenants) {
      signal.throwIfAborted()
      await openDays(platform, tenantId)
      await matchAnew(platform, tenantId)
    }
    await eachDue(
      {
        read: (except: string[], limit: number) =>
          signal.aborted ? Promise.resolve([]) : platform.db.acrossTenants((tx) => dueBatches(tx, except, limit)),
        idOf: (due: { batch_id: string }) => due.batch_id,
        limit: 50,
      },
      ({ tenant_id: tenantId, batch_id: batchId }) =>
        platform.db.write(wholeTenant(tenantId), async (tx) => {
          const batch = await findBatch(tx, batchId)
          if (batch && !batch.under_way)
            await askToReconcile(platform, tx, { tenantId, batchId, batchNo: batch.batch_no }, { operator: null, fileId: null })
        }),
    )
  },
}

async function openDays(platform: Platform, tenantId: string): Promise<void> {
  const source = await sourceOf(platform, tenantId, { channel: 'WECHAT' })
  if (!source) return
  const now = Date.now()
  const days = Array.from({ length: CATCH_UP_DAYS }, (_, back) => dayInChina(new Date(now - (back + 1) * DAY_MS))).filter(
    (day) => readyAt(day).getTime() <= now,
  )
  await platform.db.write(wholeTenant(tenantId), async (tx) => {
    for (const kind of reconKind.options)
      for (const billDate of await daysToCompare(tx, kind, days))
        await makeDue(tx, await openBatch(tx, tenantId, { kind, channel: 'WECHAT', merchantNo: source.merchantNo, billDate }))
  })
}

/** What nobody knew when a statement was matched, and was entered since, is seen without anybody asking. */
async function matchAnew(platform: Platform, tenantId: string): Promise<void> {
  for (const { batch_id: batchId, batch_no: batchNo, file_id: fileId } of await nowKnown(platform.db.reader(wholeTenant(tenantId))))
    await platform.db.write(wholeTenant(tenantId), async (tx) => {
      await lockBatch(tx, batchId)
      if (!(await findBatch(tx, batchId))?.under_way)
        await askToReconcile(platform, tx, { tenantId, batchId, batchNo }, { operator: null, fileId })
    })
}
