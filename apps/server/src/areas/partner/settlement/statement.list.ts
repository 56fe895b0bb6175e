import {
  correctionReasonText,
  type DisputeReason,
  disputeReasonText,
  disputeStateText,
  partnerStatementCalls,
  type PartnerStatementRow,
  partnerStatementStateText,
  statementLineKindText,
  type StatementLineRow,
} from '@chauffeur/contract/partner/statement'
import { sql } from 'kysely'
import type { Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { fen, instant, number, text, words } from '#platform/list/columns'
import { holds, is } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { findStatement, type LineDb, lines, linesShown, listed, type StatementDb, statements } from './statement.queries.ts'
import { leftFen, mayDispute, statementMachine } from './statement.rules.ts'
import { seesStatements } from './statement.service.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

export type Asker = { operator: OperatorSession; scope: Scope }

function actionsOf(row: StatementDb, { operator, scope }: Asker): PartnerStatementRow['allowedActions'] {
  const may = (authority: Parameters<typeof operator.authorities.has>[0]) => operator.authorities.has(authority)
  const ours = scope.channel === '*'
  const keeps = ours && may('partnerStatement.keep')
  return [
    ...(keeps && row.state === 'DRAFT' ? (['reckon', 'send'] as const) : []),
    ...(may('partnerStatement.answer') && statementMachine.fits('confirm', row.state) && row.open_count === 0
      ? (['confirm'] as const)
      : []),
    ...(ours &&
    may('partnerStatement.decide') &&
    statementMachine.fits('finalize', row.state) &&
    !(row.confirmed_way === 'HAND' && row.confirmed_by === operator.userId)
      ? (['finalize'] as const)
      : []),
    ...(keeps && row.state === 'FINAL' && leftFen(row) > 0 ? (['pay'] as const) : []),
    ...(keeps && row.state === 'FINAL' && leftFen(row) < 0 ? (['offset'] as const) : []),
    ...(ours && may('partnerStatement.decide') && row.state === 'FINAL' && leftFen(row) < 0 ? (['refund'] as const) : []),
  ]
}

export const statementView = (row: StatementDb, asker: Asker): PartnerStatementRow => ({
  partnerStatementId: row.partner_statement_id,
  statementNo: row.statement_no,
  channelId: row.channel_id,
  channelName: row.channel_name,
  month: row.month_words,
  state: row.state,
  lineCount: row.line_count,
  totalFen: Number(row.total_fen),
  openCount: row.open_count,
  waitingCount: row.waiting_count,
  waitingFen: Number(row.waiting_fen),
  paidFen: Number(row.paid_fen),
  reckonedAt: row.reckoned_at.toISOString(),
  sentAt: iso(row.sent_at),
  sentByName: row.sent_by_name,
  confirmedAt: iso(row.confirmed_at),
  confirmedByName: row.confirmed_by_name,
  confirmedWay: row.confirmed_way,
  confirmNote: row.confirm_note,
  finalAt: iso(row.final_at),
  finalByName: row.final_by_name,
  version: row.version,
  allowedActions: actionsOf(row, asker),
})

export const statementList = defineList(partnerStatementCalls.list, {
  hidden: ({ scope }) => !seesStatements(scope),
  from: ({ db }) => statements(db),
  filters: {
    keyword: holds('s.statement_no', 'h.name'),
    channelId: is('s.channel_id'),
    state: is('s.state'),
    monthFrom: (month) => sql<boolean>`s.month >= ${`${month}-01`}::date`,
    monthTo: (month) => sql<boolean>`s.month <= ${`${month}-01`}::date`,
  },
  key: 's.partner_statement_id',
  order: [desc('s.month')],
  select: listed,
  file: {
    module: import.meta.url,
    zh: '合作方结算单',
    en: 'Statements of partners',
    columns: {
      statementNo: text('结算单号', 'Statement'),
      channelName: text('合作渠道', 'Partner channel'),
      month: text('结算月份', 'Month'),
      state: words('状态', 'Status', partnerStatementStateText),
      lineCount: number('明细行数', 'Lines'),
      totalFen: fen('应收', 'Owed'),
      paidFen: fen('已收', 'Paid'),
      waitingCount: number('顺延笔数', 'Waiting'),
      waitingFen: fen('顺延金额', 'Waiting, amount'),
      sentAt: instant('发出时间', 'Sent'),
      confirmedAt: instant('确认时间', 'Confirmed'),
      finalAt: instant('定稿时间', 'Final'),
    },
  },
  view: statementView,
})

const lineView = (row: LineDb, { operator, scope }: Asker): StatementLineRow => ({
  lineNo: row.line_no,
  kind: row.kind,
  reason: row.reason,
  orderNo: row.order_no,
  cityId: row.city_id,
  cityName: row.city_name,
  rightNo: row.right_no,
  rightName: row.right_name,
  partnerUserId: row.partner_user_id,
  usedAt: row.used_at.toISOString(),
  amountFen: row.amount_fen,
  dispute: row.dispute,
  disputeReason: (row.dispute_reason || null) as DisputeReason | null,
  disputeWords: row.dispute_words,
  disputedByName: row.disputed_by_name,
  disputedAt: iso(row.disputed_at),
  agreedFen: row.agreed_fen,
  decidedByName: row.decided_by_name,
  decideWords: row.decide_words,
  allowedActions: [
    ...(operator.authorities.has('partnerStatement.answer') &&
    mayDispute(row.statement_state, { kind: row.kind, dispute: row.dispute, amountFen: row.amount_fen })
      ? (['dispute'] as const)
      : []),
    ...(scope.channel === '*' &&
    operator.authorities.has('partnerStatement.decide') &&
    row.statement_state === 'SENT' &&
    row.dispute === 'OPEN' &&
    row.disputed_by !== operator.userId
      ? (['decide'] as const)
      : []),
  ],
})

export const lineList = defineList(partnerStatementCalls.lines, {
  refused: async ({ db, input, scope }) =>
    seesStatements(scope) && (await findStatement(db, input.partnerStatementId)) ? false : 'partnerStatement.notFound',
  from: ({ db }) => lines(db),
  filters: {
    partnerStatementId: is('l.partner_statement_id'),
    keyword: holds('l.order_no', 'r.name', 'r.right_no'),
    kind: is('l.kind'),
    dispute: is('l.dispute'),
  },
  key: 'l.line_no',
  order: [asc('l.line_no')],
  select: linesShown,
  file: {
    module: import.meta.url,
    zh: '合作方结算明细',
    en: 'Lines of a statement',
    columns: {
      lineNo: number('行号', 'Line'),
      kind: words('类型', 'Type', statementLineKindText),
      reason: words('更正原因', 'Why corrected', correctionReasonText),
      orderNo: text('订单号', 'Order no.'),
      cityName: text('城市', 'City'),
      rightNo: text('权益编号', 'Number'),
      rightName: text('权益', 'Right'),
      partnerUserId: text('合作方客户号', 'Customer, as the partner says'),
      usedAt: instant('权益使用时间', 'Used'),
      amountFen: fen('结算金额', 'Amount'),
      dispute: words('异议', 'Dispute', disputeStateText),
      disputeReason: words('异议原因', 'Why disputed', disputeReasonText),
      disputeWords: text('异议说明', 'Explanation'),
      decideWords: text('处理说明', 'Decision note'),
    },
  },
  view: lineView,
})
