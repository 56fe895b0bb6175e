import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { fen, flag, id, instant, int, json, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'
import { exportCalls, exportFormat } from '../operations/export.ts'
import { reconChannel, reconKind, statementDay } from './statement.ts'
import { reconBatchState, reconResolution, reconResult } from './reconciliation-model.ts'

export const reconBatchRow = z.object({
  batchId: id,
  batchNo: z.string(),
  kind: reconKind,
  channel: reconChannel,
  merchantNo: z.string(),
  billDate: z.string(),
  state: reconBatchState,
  /** The run that counts; 0 before the first. */
  runNo: z.number().int(),
  ourCount: z.number().int(),
  ourFen: fen,
  channelCount: z.number().int(),
  channelFen: fen,
  diffCount: z.number().int(),
  diffFen: fen,
  /** Differences that nobody settled. */
  openCount: z.number().int(),
  /** Movements of the account that are of another sort. */
  otherCount: z.number().int(),
  otherFen: fen,
  file: z.object({ name: z.string(), sha1: z.string(), rows: z.number().int(), downloadedAt: instant }).nullable(),
  /** Why the last attempt failed: the name of a refusal and its words, and every line of the statement that is wrong. */
  problem: z.string(),
  problemWords: z.string(),
  faults: z.array(z.object({ line: z.number().int(), words: z.string() })),
  nextTryAt: instant.nullable(),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  allowedActions: z.array(z.enum(['fetch', 'upload', 'again'])),
})
export type ReconBatchRow = z.infer<typeof reconBatchRow>

export const reconDetailRow = z.object({
  detailId: id,
  batchId: id,
  batchNo: z.string(),
  billDate: z.string(),
  kind: reconKind,
  /** Of the statement; null for what does not stand in it. */
  lineNo: z.number().int().nullable(),
  outDetailNo: z.string(),
  channelNo: z.string(),
  businessType: z.string(),
  businessId: id.nullable(),
  /** What people know the withdrawal or order by; empty where it is out of sight. */
  businessNo: z.string(),
  ourFen: fen,
  channelFen: fen,
  varianceFen: fen,
  ourState: z.number().int().nullable(),
  channelState: z.string(),
  ourTime: instant.nullable(),
  channelTime: instant.nullable(),
  result: reconResult,
  resolution: reconResolution,
  reason: z.string(),
  /** A resolution that waits for a second person. */
  proposed: reconResolution.nullable(),
  proposedBy: z.string(),
  resolvedBy: z.string(),
  resolvedAt: instant.nullable(),
  version: z.number().int(),
  allowedActions: z.array(z.enum(['refresh', 'retry', 'resolve', 'decide'])),
  allowedResolutions: z.array(reconResolution),
})
export type ReconDetailRow = z.infer<typeof reconDetailRow>

/** One payment to one driver, without a batch above it. */
export const singleRow = z.object({
  withdrawalId: id,
  withdrawNo: z.string(),
  outBillNo: z.string(),
  attempt: z.number().int(),
  channel: z.string(),
  channelNo: z.string(),
  amountFen: fen,
  state: z.number().int(),
  channelState: z.string(),
  failCode: z.string(),
  waitConfirmUntil: instant.nullable(),
  lastQueriedAt: instant.nullable(),
  queryCount: z.number().int(),
  nextQueryAt: instant.nullable(),
  requestedAt: instant.nullable(),
  finalAt: instant.nullable(),
  /** What the statement says of it; null while no statement had it. */
  result: reconResult.nullable(),
  allowedActions: z.array(z.enum(['refresh', 'retry'])),
})
export type SingleRow = z.infer<typeof singleRow>

/** What asking the channel brought. */
const asked = z.object({
  /** Of many at once: the job that asks. */
  jobId: id.nullable(),
  rows: z.array(
    z.object({
      outNo: z.string(),
      channelState: z.string(),
      state: z.number().int(),
      changed: z.boolean(),
    }),
  ),
})
const retried = z.object({ jobId: id.nullable(), rows: z.array(z.object({ withdrawalId: id, attempt: z.number().int() })) })

const view = { authority: 'recon.view' } as const
const batchFilter = page.extend({
  kind: optional(reconKind),
  channel: optional(reconChannel),
  state: optional(z.preprocess((value) => (typeof value === 'string' ? Number(value) : value), reconBatchState)),
  /** By the days of China, where the channels are. */
  billDateFrom: optional(instant),
  billDateTo: optional(instant),
  keyword: optional(text(64)),
})
const detailFilter = page.extend({
  batchId: optional(id),
  kind: optional(reconKind),
  result: optional(z.preprocess((value) => (typeof value === 'string' ? Number(value) : value), reconResult)),
  /** Differences alone; and of these, those that nobody settled. */
  differs: optional(flag),
  open: optional(flag),
  keyword: optional(text(64)),
})
const singleFilter = page.extend({
  channel: optional(z.enum(['WECHAT', 'BANK', 'BY_HAND'])),
  channelState: optional(text(20)),
  state: optional(int()),
  /** Not over yet. */
  open: optional(flag),
  keyword: optional(text(64)),
})
const asFile = { format: optional(exportFormat), columns: optional(json(z.array(z.string().max(40)).max(60))) }
const exported = {
  effect: 'write',
  access: { authority: 'export.create' },
  output: z.object({ exportId: id }),
  failures: exportCalls.create.failures,
} as const
const many = json(z.array(id).min(1).max(500))
const refreshFailures = ['recon.notFound', 'recon.neverSent', 'recon.tooOften'] as const
const retryFailures = [
  'recon.notFound',
  'recon.neverSent',
  'recon.outcomeUnknown',
  'payout.statementSaysPaid',
  'recon.notFailed',
  'recon.totalDiffers',
  'payout.notNow',
  'payout.approverPays',
  'payout.noChannel',
  'payout.personDayFull',
  'payout.abovePersonDay',
  'payout.ownAccount',
  'withdrawal.noAccount',
  'withdrawal.accountCooling',
] as const

export const reconciliationCalls = {
  batches: call({
    method: 'POST',
    path: '/WithdrawAdminApi/withDraw/batchInfos',
    effect: 'read',
    access: view,
    summary: '对账批次列表',
    input: batchFilter,
    output: pageOf(reconBatchRow),
  }),
  batch: call({
    method: 'GET',
    path: '/WithdrawAdminApi/withDraw/batchInfo',
    effect: 'read',
    access: view,
    summary: '对账批次详情',
    input: z.object({ batchId: id }),
    output: reconBatchRow,
    failures: ['recon.notFound'],
  }),
  /** Where the statement of the run that counts is fetched, for a while; the same for everybody who may see it. */
  statementFile: call({
    method: 'POST',
    path: '/WithdrawAdminApi/withDraw/statementFile',
    effect: 'write',
    access: view,
    summary: '下载账单文件',
    input: z.object({ batchId: id }),
    output: z.object({ url: z.string(), validUntil: instant }),
    failures: ['recon.notFound', 'recon.noStatement'],
  }),
  exportBatches: call({
    method: 'POST',
    path: '/WithdrawAdminApi/withDraw/batchExport',
    ...exported,
    summary: '导出对账批次',
    input: batchFilter.extend(asFile),
  }),
  details: call({
    method: 'POST',
    path: '/WithdrawAdminApi/withDraw/detailInfos',
    effect: 'read',
    access: view,
    summary: '对账明细列表',
    input: detailFilter,
    output: pageOf(reconDetailRow),
  }),
  exportDetails: call({
    method: 'POST',
    path: '/WithdrawAdminApi/withDraw/detailExport',
    ...exported,
    summary: '导出对账明细',
    input: detailFilter.extend(asFile),
  }),
  singles: call({
    method: 'POST',
    path: '/WithdrawAdminApi/withDraw/singleDetailInfos',
    effect: 'read',
    access: view,
    summary: '单笔付款列表',
    input: singleFilter,
    output: pageOf(singleRow),
  }),
  exportSingles: call({
    method: 'POST',
    path: '/WithdrawAdminApi/withDraw/singleDetailExport',
    ...exported,
    summary: '导出单笔付款',
    input: singleFilter.extend(asFile),
  }),
  /** Asks the channel; no money moves. Of more than one behind the request. */
  refresh: call({
    method: 'GET',
    path: '/WithdrawAdminApi/withDraw/refresh',
    effect: 'write',
    access: { authority: 'recon.refresh' },
    summary: '查询渠道结果（对账明细）',
    input: z.object({ detailIds: many }),
    output: asked,
    failures: refreshFailures,
  }),
  /** Pays again what the channel, asked in this very call, says failed. */
  retry: call({
    method: 'GET',
    path: '/WithdrawAdminApi/withDraw/retry',
    effect: 'write',
    access: { authority: 'recon.retry' },
    once: 'required',
    summary: '重试付款（对账明细）',
    /** The sum of all, as it was confirmed. */
    input: z.object({ detailIds: many, reason: requiredText(200), totalFen: int() }),
    output: retried,
    failures: retryFailures,
  }),
  singleRefresh: call({
    method: 'GET',
    path: '/WithdrawAdminApi/withDraw/singleRefresh',
    effect: 'write',
    access: { authority: 'recon.refresh' },
    summary: '查询渠道结果（单笔）',
    input: z.object({ withdrawalIds: many }),
    output: asked,
    failures: refreshFailures,
  }),
  retrySingle: call({
    method: 'GET',
    path: '/WithdrawAdminApi/withDraw/retrySingle',
    effect: 'write',
    access: { authority: 'recon.retry' },
    once: 'required',
    summary: '重试付款（单笔）',
    input: z.object({ withdrawalIds: many, reason: requiredText(200), totalFen: int() }),
    output: retried,
    failures: retryFailures,
  }),
  /** A day's statement is fetched, or the one there is matched anew. */
  run: call({
    method: 'POST',
    path: '/WithdrawAdminApi/withDraw/batchRun',
    effect: 'write',
    access: { authority: 'recon.run' },
    summary: '拉取账单并对账',
    input: z.object({ batchId: id }),
    output: reconBatchRow.extend({ jobId: id }),
    failures: ['recon.notFound', 'recon.running', 'recon.alreadyBalanced', 'recon.noSource', 'recon.notYet'],
  }),
  /** The statement of any day is fetched, without waiting for the round that opens the day's batch. */
  fetchDay: call({
    method: 'POST',
    path: '/WithdrawAdminApi/withDraw/fetchDay',
    effect: 'write',
    access: { authority: 'recon.run' },
    summary: '按日拉取账单并对账',
    input: z.object({ kind: reconKind, billDate: statementDay }),
    output: reconBatchRow.extend({ jobId: id }),
    failures: ['recon.wholeTenantOnly', 'recon.running', 'recon.alreadyBalanced', 'recon.noSource', 'recon.notYet'],
  }),
  resolve: call({
    method: 'POST',
    path: '/WithdrawAdminApi/withDraw/resolve',
    effect: 'write',
    access: { authority: 'recon.resolve' },
    once: 'required',
    summary: '处理对账差异',
    input: z.object({ detailId: id, version: int(), resolution: reconResolution.exclude(['NONE', 'RETRIED']), reason: requiredText(500) }),
    output: reconDetailRow,
    failures: [
      'recon.notFound',
      'recon.versionConflict',
      'recon.resolved',
      'recon.notSoResolved',
      'recon.channelSaysPaid',
      'recon.channelSaysNotPaid',
      'recon.outcomeUnknown',
    ],
  }),
  /** A second person confirms a write-off, or a note on money that only one side has, or sends it back. */
  decide: call({
    method: 'POST',
    path: '/WithdrawAdminApi/withDraw/decide',
    effect: 'write',
    access: { authority: 'recon.resolve' },
    once: 'required',
    summary: '复核对账差异',
    input: z.object({ detailId: id, version: int(), approve: flag, reason: optional(text(500)) }),
    output: reconDetailRow,
    failures: ['recon.notFound', 'recon.versionConflict', 'recon.resolved', 'recon.secondPerson', 'recon.nothingProposed'],
  }),
  /** Each day of a month and each kind: how its batches stand. */
  calendar: call({
    method: 'GET',
    path: '/WithdrawAdminApi/withDraw/calendar',
    effect: 'read',
    access: view,
    summary: '对账日历',
    input: z.object({ month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '应为月份 | must be a month'), kind: optional(reconKind) }),
    output: z.object({
      days: z.array(
        z.object({
          day: z.string(),
          kind: reconKind,
          batches: z.number().int(),
          /** The worst of them. */
          state: reconBatchState,
          openCount: z.number().int(),
          diffFen: fen,
        }),
      ),
    }),
  }),
} satisfies Area
