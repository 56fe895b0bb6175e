import {
  correctionReasonText,
  disputeReasonText,
  disputeStateText,
  partnerStatementCalls,
  statementLineKindText,
} from '@chauffeur/contract/partner/statement'
import { useMemo } from 'react'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { disputeTone } from './settlement.view.ts'

const DisputeForm = lazyPiece(async () => ({ default: (await import('./statement-forms.tsx')).DisputeForm }))
const DecideForm = lazyPiece(async () => ({ default: (await import('./statement-forms.tsx')).DecideForm }))

const Lines = defineList(partnerStatementCalls.lines, ({ c, f }) => ({
  name: 'partner.statementLines',
  title: t('结算明细'),
  inside: true,
  rowKey: (row) => String(row.lineNo),
  rowName: (row) => row.orderNo,
  open: ['decide', 'dispute'],
  fills: t('当月审核通过的权益使用，每次一行。'),
  filters: [
    f.keyword(t('订单号、权益或权益编号')),
    f.word('kind', t('类型'), statementLineKindText),
    f.word('dispute', t('异议'), disputeStateText),
  ],
  columns: [
    c.opener('orderNo', t('订单号'), { like: 'D2611230000001', under: (row) => row.partnerUserId }),
    c.two(
      'kind',
      t('类型'),
      (row) => tr(statementLineKindText[row.kind]),
      (row) => (row.reason === '' ? '' : tr(correctionReasonText[row.reason])),
      [...Object.values(statementLineKindText).map(tr), ...Object.values(correctionReasonText).map(tr)],
      { shows: ['kind', 'reason'] },
    ),
    c.two(
      'right',
      t('权益'),
      (row) => row.rightName,
      (row) => row.rightNo,
      [letters(10)],
      { shows: ['rightName', 'rightNo'] },
    ),
    c.city(),
    c.time('usedAt', t('权益使用时间')),
    c.money('amountFen', t('结算金额'), { sum: true }),
    c.two(
      'dispute',
      t('异议'),
      (row) => (row.dispute === null ? '' : <Tag tone={disputeTone[row.dispute]}>{tr(disputeStateText[row.dispute])}</Tag>),
      (row) => (row.disputeReason === null ? '' : tr(disputeReasonText[row.disputeReason])),
      [...Object.values(disputeStateText).map(tr), ...Object.values(disputeReasonText).map(tr)],
      { shows: ['dispute', 'disputeReason'], besidePx: 13 },
    ),
    c.text('disputeWords', t('异议说明'), (row) => row.decideWords || row.disputeWords),
  ],
  actions: [
    { key: 'dispute', label: t('提出异议'), letter: 'D', may: partnerStatementCalls.dispute, Dialog: DisputeForm },
    { key: 'decide', label: t('处理异议'), letter: 'S', may: partnerStatementCalls.decide, Dialog: DecideForm },
  ],
}))

/** Every use that a statement asks for, and every correction. */
export function LineList({ partnerStatementId }: { partnerStatementId: string }) {
  return <Lines fixed={useMemo(() => ({ partnerStatementId }), [partnerStatementId])} />
}
