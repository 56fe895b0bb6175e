import { reconciliationCalls } from '@chauffeur/contract/finance/reconciliation'
import { RECON_BATCH_STATE as B } from '@chauffeur/contract/finance/reconciliation-model'
import { askForExport } from '#areas/operations/export'
import type { TenantDb } from '#platform/database/db'
import { fileLink } from '#platform/files/link'
import { type Fail, implement, type Platform } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import type { PayAgainRefusal } from '../payout/index.ts'
import { askedLately, confirmFailed, refreshMany, refreshOne, retryMany, retryOne } from './ask.service.ts'
import { readyAt, worstOf } from './batch.rules.ts'
import { askToReconcile, mayRunAll, sourceOf } from './reconcile.job.ts'
import { batchList, batchView, besideDetails, detailList, detailView, singleList } from './reconciliation.list.ts'
import {
  type BatchRow,
  daysOf,
  type DetailRow,
  findBatch,
  lastAttempts,
  type LastAttempt,
  lockBatch,
  openBatch,
  outNoOf,
  withdrawalsInSight,
  withdrawalsOf,
} from './reconciliation.queries.ts'
import { decide, judgeAdoption, judgeReversal, resolve } from './resolution.service.ts'

const shown = async (db: TenantDb, row: DetailRow, operator: OperatorSession) =>
  detailView(row, operator, (await besideDetails(db, [row]))(row))

/** The filters of a list as they were sent, and how its file is to be. */
const asFile = <I extends { format?: 'XLSX' | 'CSV' | undefined; columns?: string[] | undefined }>(list: string, input: I) => {
  const { format = 'XLSX', columns, ...filters } = input
  return { list, filters: filters as Record<string, unknown>, format, ...(columns && { columns }) }
}

/** All of those that were asked for, or a refusal: what is out of sight is not there. */
async function attemptsOf(
  db: TenantDb,
  withdrawalIds: readonly string[],
  fail: Fail<'recon.notFound' | 'recon.neverSent'>,
): Promise<LastAttempt[]> {
  const unique = [...new Set(withdrawalIds)]
  const attempts = await lastAttempts(db, unique)
  if (attempts.length === unique.length) return attempts
  return (await withdrawalsInSight(db, unique)) === unique.length ? fail('recon.neverSent') : fail('recon.notFound')
}
async function ofDetails(db: TenantDb, detailIds: readonly string[], fail: Fail<'recon.notFound'>): Promise<string[]> {
  const found = await withdrawalsOf(db, detailIds)
  return found.length === new Set(detailIds).size ? found.map(({ business_id }) => business_id!) : fail('recon.notFound')
}

interface Asking {
  db: Parameters<typeof retryOne>[0]
  /** For what is read before the channel is asked: nothing is locked meanwhile. */
  reader: TenantDb
  operator: OperatorSession
  platform: Platform
  request: { id: string }
}
async function refresh(
  withdrawalIds: readonly string[],
  { db, reader, operator, platform }: Asking,
  fail: Fail<'recon.notFound' | 'recon.neverSent' | 'recon.tooOften'>,
) {
  const attempts = await attemptsOf(reader, withdrawalIds, fail)
  const [one] = attempts
  if (attempts.length === 1 && one) {
    if (askedLately(one)) return fail('recon.tooOften', { retryAfterS: 10 })
    return { jobId: null, rows: [await refreshOne(platform, one)] }
  }
  const jobId = await platform.jobs.ask(db, refreshMany, {
    operator,
    tenantId: operator.tenantId,
    title: { zh: `查询 ${attempts.length} 笔付款结果`, en: `Ask about ${attempts.length} payments` },
    input: { withdrawalIds: attempts.map(({ withdrawal_id }) => withdrawal_id) },
    total: attempts.length,
  })
  return { jobId, rows: [] }
}
async function retry(
  withdrawalIds: readonly string[],
  { reason, totalFen }: { reason: string; totalFen: number },
  { db, reader, operator, platform, request }: Asking,
  fail: Fail<'recon.notFound' | 'recon.neverSent' | 'recon.outcomeUnknown' | 'recon.notFailed' | 'recon.totalDiffers' | PayAgainRefusal>,
) {
  const attempts = await attemptsOf(reader, withdrawalIds, fail)
  const sumFen = attempts.reduce((sum, { amount_fen }) => sum + amount_fen, 0)
  if (sumFen !== totalFen) return fail('recon.totalDiffers', { totalFen: sumFen })
  const [one] = attempts
  if (attempts.length === 1 && one) {
    await confirmFailed(platform, one, fail)
    return { jobId: null, rows: [await retryOne(db, one, { platform, operator, requestId: request.id, reason, fail })] }
  }
  const jobId = await platform.jobs.ask(db, retryMany, {
    operator,
    tenantId: operator.tenantId,
    title: { zh: `重试 ${attempts.length} 笔付款`, en: `Pay ${attempts.length} withdrawals again` },
    reason,
    input: { withdrawalIds: attempts.map(({ withdrawal_id }) => withdrawal_id), reason, requestId: request.id },
    total: attempts.length,
  })
  return { jobId, rows: [] }
}

function refuseToRun(batch: BatchRow, fail: Fail<'recon.running' | 'recon.alreadyBalanced'>): void {
  if (batch.under_way) return fail('recon.running')
  if (batch.state === B.balanced) return fail('recon.alreadyBalanced')
}
function refuseBefore(day: string, fail: Fail<'recon.notYet'>): void {
  if (readyAt(day).getTime() > Date.now()) return fail('recon.notYet', { from: readyAt(day).toISOString() })
}

interface Beginning extends Pick<Asking, 'db' | 'operator' | 'platform'> {
  request: { id: string; english: boolean }
  audit: (facts: { object: string; objectId: string; after: object }) => void
}
/** The locked batch is reconciled behind the request: with the statement that is kept, or (null) one that is fetched. */
async function began(batch: BatchRow, fileId: string | null, { db, operator, platform, request, audit }: Beginning) {
  const asked = { tenantId: operator.tenantId, batchId: batch.batch_id, batchNo: batch.batch_no }
  const jobId = await askToReconcile(platform, db, asked, { operator, fileId })
  audit({ object: 'reconBatch', objectId: batch.batch_id, after: { runNo: batch.run_no + 1 } })
  return { ...batchView((await findBatch(db, batch.batch_id))!, { operator, request }), jobId }
}

export const reconciliationRoutes = implement(
  'reconciliation',
  reconciliationCalls,
)({
  batches: batchList.page,
  batch: async ({ input, db, fail, ...reader }) => batchView((await findBatch(db, input.batchId)) ?? fail('recon.notFound'), reader),
  statementFile: async ({ input, db, operator, platform, audit, fail }) => {
    const batch = (await findBatch(db, input.batchId)) ?? fail('recon.notFound')
    const fileId = batch.file_id ?? fail('recon.noStatement')
    audit({ object: 'reconBatch', objectId: batch.batch_id, after: { downloaded: batch.file_name } })
    return fileLink(platform.vault, { tenantId: operator.tenantId, fileId, saveAs: `${batch.batch_no}.csv` }, { now: new Date() })
  },
  exportBatches: ({ input, db, operator, platform, request, fail }) =>
    askForExport(db, asFile(reconciliationCalls.batches.path, input), { operator, platform, english: request.english, fail }),
  details: detailList.page,
  exportDetails: ({ input, db, operator, platform, request, fail }) =>
    askForExport(db, asFile(reconciliationCalls.details.path, input), { operator, platform, english: request.english, fail }),
  singles: singleList.page,
  exportSingles: ({ input, db, operator, platform, request, fail }) =>
    askForExport(db, asFile(reconciliationCalls.singles.path, input), { operator, platform, english: request.english, fail }),
  refresh: async ({ input, scope, fail, ...context }) => {
    const reader = context.platform.db.reader(scope)
    return refresh(await ofDetails(reader, input.detailIds, fail), { ...context, reader }, fail)
  },
  retry: async ({ input, scope, fail, audit, ...context }) => {
    const reader = context.platform.db.reader(scope)
    audit({ object: 'reconDetail', objectId: input.detailIds.join(','), after: { reason: input.reason, totalFen: input.totalFen } })
    return retry(await ofDetails(reader, input.detailIds, fail), input, { ...context, reader }, fail)
  },
  singleRefresh: ({ input, scope, fail, ...context }) =>
    refresh(input.withdrawalIds, { ...context, reader: context.platform.db.reader(scope) }, fail),
  retrySingle: ({ input, scope, fail, audit, ...context }) => {
    audit({ object: 'withdrawal', objectId: input.withdrawalIds.join(','), after: { reason: input.reason, totalFen: input.totalFen } })
    return retry(input.withdrawalIds, input, { ...context, reader: context.platform.db.reader(scope) }, fail)
  },
  run: async ({ input, db, operator, platform, request, audit, fail }) => {
    if (!(await lockBatch(db, input.batchId))) return fail('recon.notFound')
    const batch = (await findBatch(db, input.batchId))!
    refuseToRun(batch, fail)
    // What was uploaded or fetched is matched anew: our side may have changed since.
    const fileId = batch.state === B.failed ? null : batch.file_id
    if (fileId === null) {
      refuseBefore(batch.day, fail)
      const source = await sourceOf(platform, operator.tenantId, { channel: batch.channel, merchantNo: batch.merchant_no })
      if (!source) return fail('recon.noSource')
    }
    return began(batch, fileId, { db, operator, platform, request, audit })
  },
  fetchDay: async ({ input: { kind, billDate }, db, operator, platform, request, audit, fail }) => {
    if (!mayRunAll(operator)) return fail('recon.wholeTenantOnly')
    refuseBefore(billDate, fail)
    const source = (await sourceOf(platform, operator.tenantId, { channel: 'WECHAT' })) ?? fail('recon.noSource')
    const batchId = await openBatch(db, operator.tenantId, { kind, channel: 'WECHAT', merchantNo: source.merchantNo, billDate })
    await lockBatch(db, batchId)
    const batch = (await findBatch(db, batchId))!
    refuseToRun(batch, fail)
    return began(batch, null, { db, operator, platform, request, audit })
  },
  resolve: async ({ input, db, scope, operator, platform, request, audit, fail }) => {
    if (input.resolution === 'REVERSE_OURS') {
      const reader = platform.db.reader(scope)
      const [of] = await withdrawalsOf(reader, [input.detailId])
      const judged = await judgeReversal(platform, reader, of?.business_id ?? null)
      if (judged) return fail(judged)
    }
    if (input.resolution === 'ADOPT_CHANNEL') {
      const seen = await outNoOf(platform.db.reader(scope), input.detailId)
      const judged = seen && (await judgeAdoption(platform, platform.db.reader(scope), seen))
      if (judged) return fail(judged)
    }
    const row = await resolve(db, input, { platform, operator, requestId: request.id, fail })
    audit({
      object: 'reconDetail',
      objectId: row.detail_id,
      after: { resolution: row.resolution, proposed: row.proposed, reason: input.reason },
    })
    return shown(db, row, operator)
  },
  decide: async ({ input, db, operator, platform, request, audit, fail }) => {
    const row = await decide(db, input, { platform, operator, requestId: request.id, fail })
    audit({ object: 'reconDetail', objectId: row.detail_id, after: { resolution: row.resolution, approve: input.approve } })
    return shown(db, row, operator)
  },
  calendar: async ({ input, db }) => ({
    days: (await daysOf(db, input.month, input.kind)).map(({ day, kind, batches, states, open, diff }) => ({
      day,
      kind,
      batches,
      state: worstOf(states),
      openCount: open,
      diffFen: Number(diff),
    })),
  }),
})
