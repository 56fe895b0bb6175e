import { payoutCodeWords } from '@chauffeur/contract/finance/payout-codes'
import { reconciliationCalls } from '@chauffeur/contract/finance/reconciliation'
import {
  RECON_RESULT as R,
  reconBatchStateText,
  type ReconResult,
  reconResolutionText,
  reconResultText,
  resolutionsFor,
} from '@chauffeur/contract/finance/reconciliation-model'
import { reconChannelText, reconKindText } from '@chauffeur/contract/finance/statement'
import { WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { sql } from 'kysely'
import { allRefusals } from '@chauffeur/contract/all'
import type { TenantDb } from '#platform/database/db'
import type { OperatorSession } from '#platform/identity/session'
import { fen, instant, number, text, words } from '#platform/list/columns'
import { holds, is } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { dayInChina } from '#platform/values/local-clock'
import type { StatementFault } from '../statement/index.ts'
import { actionsOfBatch, isFetched } from './batch.rules.ts'
import {
  type BatchHead,
  type BatchRow,
  batchesWithFile,
  batchShown,
  businessNosOf,
  details,
  type DetailRow,
  detailShown,
  headsOf,
} from './reconciliation.queries.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

const refusalWords = (problem: string, english: boolean) => allRefusals[problem]?.[english ? 'en' : 'zh'] ?? problem
/** What is wrong with the statement that was refused last, line by line. */
const faultsOf = (detail: unknown): readonly StatementFault[] => {
  const { line, faults } = (detail ?? {}) as { line?: number; faults?: StatementFault[] }
  return faults ?? (line === undefined ? [] : [{ line, problem: '' as StatementFault['problem'] }])
}

export const batchView = (row: BatchRow, { operator, request }: { operator: OperatorSession; request: { english: boolean } }) => ({
  batchId: row.batch_id,
  batchNo: row.batch_no,
  kind: row.kind,
  channel: row.channel,
  merchantNo: row.merchant_no,
  billDate: row.day,
  state: row.state,
  runNo: row.run_no,
  ourCount: row.our_count,
  ourFen: Number(row.our_fen),
  channelCount: row.channel_count,
  channelFen: Number(row.channel_fen),
  diffCount: row.diff_count,
  diffFen: Number(row.diff_fen),
  openCount: row.open_count,
  otherCount: row.other_count,
  otherFen: Number(row.other_fen),
  file:
    row.file_id === null
      ? null
      : { name: row.file_name!, sha1: row.sha1!, rows: row.file_rows!, downloadedAt: row.downloaded_at!.toISOString() },
  problem: row.problem,
  problemWords: refusalWords(row.problem, request.english),
  faults: faultsOf(row.problem_detail).map(({ line, problem }) => ({ line, words: refusalWords(problem || row.problem, request.english) })),
  nextTryAt: iso(row.next_try_at),
  startedAt: iso(row.started_at),
  endedAt: iso(row.ended_at),
  allowedActions: operator.authorities.has('recon.run')
    ? actionsOfBatch({
        state: row.state,
        underWay: row.under_way,
        hasFile: row.file_id !== null,
        fetchable: isFetched(row.channel),
      })
    : [],
})

export const batchList = defineList(reconciliationCalls.batches, {
  from: ({ db }) => batchesWithFile(db),
  filters: {
    kind: is('b.kind'),
    channel: is('b.channel'),
    state: is('b.state'),
    billDateFrom: (from) => sql<boolean>`b.bill_date >= ${dayInChina(new Date(from))}::date`,
    billDateTo: (to) => sql<boolean>`b.bill_date < ${dayInChina(new Date(to))}::date`,
    keyword: holds('b.batch_no', 'b.merchant_no'),
  },
  key: 'b.batch_id',
  order: [desc('b.bill_date')],
  sorts: { billDate: desc('b.bill_date'), diffFen: desc('b.diff_fen'), openCount: desc('b.open_count') },
  select: batchShown,
  cutFirst: true,
  file: {
    module: import.meta.url,
    zh: '对账批次',
    en: 'Reconciliation',
    columns: {
      batchNo: text('对账批次号', 'Batch no.'),
      kind: words('类型', 'Type', reconKindText),
      channel: words('渠道', 'Channel', reconChannelText),
      merchantNo: text('商户号', 'Merchant number'),
      billDate: text('账单日', 'Day'),
      state: words('状态', 'Status', reconBatchStateText),
      ourCount: number('我方笔数', 'Ours'),
      ourFen: fen('我方金额', 'Our amount'),
      channelCount: number('渠道笔数', 'Theirs'),
      channelFen: fen('渠道金额', 'Their amount'),
      diffCount: number('差异笔数', 'Differences'),
      diffFen: fen('差异金额', 'Difference'),
      openCount: number('未处理', 'Open'),
      endedAt: instant('对账时间', 'Reconciled'),
    },
  },
  view: batchView,
})

type Head = BatchHead | undefined
/** `run` is the one that counts: of an earlier one nothing is to be done. */
export const detailView = (row: DetailRow, operator: OperatorSession, { head, businessNo }: { head: Head; businessNo: string }) => {
  const result = row.result as ReconResult
  const open = result !== R.matched && row.resolution === 'NONE' && head?.run_no === row.run_no
  const may = operator.authorities
  const allowedResolutions = open && row.proposed === null && may.has('recon.resolve') ? [...resolutionsFor[result]] : []
  const payout = row.business_type === 'WITHDRAWAL' && row.business_id !== null
  return {
    detailId: row.detail_id,
    batchId: row.batch_id,
    batchNo: head?.batch_no ?? '',
    billDate: head?.day ?? '',
    kind:
      head?.kind ??
      (['ORDER', 'TOP_UP', 'PARTNER_PAYMENT', 'PREPAYMENT'].includes(row.business_type) ? ('COLLECTION' as const) : ('PAYOUT' as const)),
    lineNo: row.line_no,
    outDetailNo: row.out_detail_no,
    channelNo: row.channel_no,
    businessType: row.business_type,
    businessId: row.business_id,
    businessNo,
    ourFen: Number(row.our_fen),
    channelFen: Number(row.channel_fen),
    varianceFen: Number(row.our_fen) - Number(row.channel_fen),
    ourState: row.our_state,
    channelState: row.channel_state,
    ourTime: iso(row.our_time),
    channelTime: iso(row.channel_time),
    result,
    resolution: row.resolution,
    reason: row.reason,
    proposed: row.proposed as 'WRITE_OFF' | 'MANUAL_NOTE' | null,
    proposedBy: row.proposed_by_name,
    resolvedBy: row.resolved_by_name,
    resolvedAt: iso(row.resolved_at),
    version: row.version,
    allowedActions: [
      ...(payout && may.has('recon.refresh') ? (['refresh'] as const) : []),
      ...(payout && row.our_state === S.failed && result !== R.state && may.has('recon.retry') ? (['retry'] as const) : []),
      ...(allowedResolutions.length ? (['resolve'] as const) : []),
      ...(open && row.proposed !== null && row.proposed_by !== operator.userId && may.has('recon.resolve') ? (['decide'] as const) : []),
    ],
    allowedResolutions,
  }
}

type BesideDetails = Awaited<ReturnType<typeof besideDetails>>
/** Of details, the batch they are of and the number of what they pay, as far as the reader sees them. */
export async function besideDetails(db: TenantDb, rows: readonly DetailRow[]) {
  const [heads, numbers] = await Promise.all([headsOf(db, [...new Set(rows.map(({ batch_id }) => batch_id))]), businessNosOf(db, rows)])
  return (row: DetailRow) => ({
    head: heads.get(row.batch_id),
    businessNo: numbers.get(`${row.business_type} ${row.business_id}`) ?? '',
  })
}

const ofBatch = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<boolean>`exists (select from recon_batches b where b.tenant_id = d.tenant_id and b.batch_id = d.batch_id and ${condition})`

export const detailList = defineList(reconciliationCalls.details, {
  // Where a batch is named, the run of it that counts; who sees no batches sees the newest run of what is theirs.
  from: ({ db }) =>
    details(db).where(
      sql<boolean>`not exists (select from recon_details later where later.tenant_id = d.tenant_id and later.batch_id = d.batch_id and later.out_detail_no = d.out_detail_no and later.run_no > d.run_no)`,
    ),
  filters: {
    batchId: (batchId) =>
      sql<boolean>`d.batch_id = ${batchId}::bigint and d.run_no = coalesce((select b.run_no from recon_batches b where b.batch_id = ${batchId}::bigint), d.run_no)`,
    kind: (kind) => ofBatch(sql<boolean>`b.kind = ${kind}`),
    result: is('d.result'),
    differs: (differs) => (differs ? sql<boolean>`d.result <> ${sql.lit(R.matched)}` : sql<boolean>`d.result = ${sql.lit(R.matched)}`),
    open: (open) =>
      open ? sql<boolean>`d.result <> ${sql.lit(R.matched)} and d.resolution = 'NONE'` : sql<boolean>`d.resolution <> 'NONE'`,
    keyword: (typed) => sql<boolean>`(d.out_detail_no = ${typed} or d.channel_no = ${typed})`,
  },
  key: 'd.detail_id',
  order: [desc('d.detail_id')],
  select: detailShown,
  cutFirst: true,
  beside: (rows, { db }) => besideDetails(db, rows),
  file: {
    module: import.meta.url,
    zh: '对账明细',
    en: 'Items',
    columns: {
      batchNo: text('对账批次号', 'Batch no.'),
      billDate: text('账单日', 'Day'),
      lineNo: number('账单行', 'Line'),
      businessNo: text('提现单号/订单号', 'Withdrawal or order'),
      outDetailNo: text('我方单号', 'Our number'),
      channelNo: text('渠道流水号', 'Channel no.'),
      ourFen: fen('我方金额', 'Our amount'),
      channelFen: fen('渠道金额', 'Their amount'),
      varianceFen: fen('差额', 'Difference'),
      ourTime: instant('我方时间', 'Our time'),
      channelTime: instant('渠道时间', 'Their time'),
      result: words('结果', 'Result', reconResultText),
      resolution: words('处理结果', 'Outcome', reconResolutionText),
      reason: text('说明', 'Note'),
      resolvedBy: text('处理人', 'Decided by'),
      resolvedAt: instant('处理时间', 'Decided at'),
    },
  },
  view: (row, { operator }, beside: BesideDetails) => detailView(row, operator, beside(row)),
})

export const singleList = defineList(reconciliationCalls.singles, {
  from: ({ db }) =>
    db
      .selectFrom('payout_attempts as a')
      .innerJoin('withdrawals as w', (join) =>
        join.onRef('w.tenant_id', '=', 'a.tenant_id').onRef('w.withdrawal_id', '=', 'a.withdrawal_id'),
      ),
  filters: {
    channel: is('a.channel'),
    channelState: is('a.state'),
    state: is('w.state'),
    open: (open) => (open ? sql<boolean>`a.final_at is null` : sql<boolean>`a.final_at is not null`),
    keyword: (typed) => sql<boolean>`(a.out_no = ${typed} or a.channel_no = ${typed} or w.withdraw_no = ${typed})`,
  },
  key: 'a.out_no',
  order: [desc('a.created_at')],
  select: (rows) =>
    rows
      .selectAll('a')
      .select([
        'w.withdraw_no',
        'w.state as withdrawal_state',
        'w.attempt as last_attempt',
        sql<
          number | null
        >`(select d.result from recon_details d where d.tenant_id = a.tenant_id and d.out_detail_no = a.out_no order by d.detail_id desc limit 1)`.as(
          'result',
        ),
      ]),
  cutFirst: true,
  file: {
    module: import.meta.url,
    zh: '单笔付款',
    en: 'Single payouts',
    columns: {
      outBillNo: text('付款单号', 'Payment no.'),
      withdrawNo: text('提现单号', 'Withdrawal'),
      channelNo: text('渠道流水号', 'Channel no.'),
      amountFen: fen('金额', 'Amount'),
      channelState: text('渠道状态', 'At the channel'),
      failCode: words('失败原因', 'Why it failed', payoutCodeWords),
      requestedAt: instant('发送时间', 'Sent'),
      lastQueriedAt: instant('最近查询', 'Last asked'),
      queryCount: number('查询次数', 'Times asked'),
      finalAt: instant('完成时间', 'Final'),
    },
  },
  view: (row, { operator }) => ({
    withdrawalId: row.withdrawal_id,
    withdrawNo: row.withdraw_no,
    outBillNo: row.out_no,
    attempt: row.attempt,
    channel: row.channel,
    channelNo: row.channel_no ?? '',
    amountFen: row.amount_fen,
    state: row.withdrawal_state,
    channelState: row.state,
    failCode: row.code,
    waitConfirmUntil: iso(row.confirm_until),
    lastQueriedAt: iso(row.asked_at),
    queryCount: row.queries,
    nextQueryAt: row.final_at === null ? iso(row.next_at) : null,
    requestedAt: iso(row.requested_at),
    finalAt: iso(row.final_at),
    result: row.result as ReconResult | null,
    allowedActions: [
      ...(row.attempt === row.last_attempt && row.sends > 0 && operator.authorities.has('recon.refresh') ? (['refresh'] as const) : []),
      ...(row.attempt === row.last_attempt && row.withdrawal_state === S.failed && operator.authorities.has('recon.retry')
        ? (['retry'] as const)
        : []),
    ],
  }),
})
