import {
  type CancelReview,
  orderReviewCalls,
  reviewKind,
  reviewKindText,
  reviewReasonText,
  reviewStateText,
  type ReviewState,
} from '@chauffeur/contract/order/cancel-review'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { refresh } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { openTab } from '#platform/tab/tab.ts'
import { t, tr, useLocale, type Locale } from '#platform/text/text.ts'
import { verdictText } from '#shared/order/cancel.view.ts'
import { widthIn } from '#ui/table/grid.view.ts'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Page } from '#ui/page/page.tsx'
import { type Column, type Filter, QueryTable } from '#kit/list/query-table.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Tag } from '#ui/show/tag.tsx'
import type { Tone } from '#ui/show/tag.tsx'
import { Remaining, Time } from '#ui/show/time.tsx'
import { useThrottled } from '#ui/timing/use-throttled.ts'
import { orderNoColumn } from '../model/order-cells.tsx'
import { ReviewDialog } from './review.dialog.tsx'
import { detailPath } from '../order.view.ts'

const rowKey = (row: CancelReview) => row.reviewId
const open = (row: CancelReview) => openTab(detailPath(row.orderId))
const stateTone: Record<ReviewState, Tone> = { 10: 'wait', 20: 'run', 30: 'done', 40: 'lost', 50: 'off' }

/** Requests to leave an order and disputes about whose fault a cancellation was; what lapses next stands on top. */
export default function CancelReviewScreen() {
  const language = useLocale()
  const [params] = useSearchParams()
  const orderId = params.get('orderId')
  const [deciding, setDeciding] = useState<CancelReview | null>(null)
  const columns = useMemo(() => reviewColumns(language, setDeciding), [language])
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'multi',
        key: 'state',
        label: t('状态'),
        numeric: true,
        width: 200,
        options: Object.entries(reviewStateText).map(([key, value]) => ({ key, value: tr(value) })),
      },
      {
        kind: 'select',
        key: 'kind',
        label: t('类型'),
        width: language === 'en' ? 190 : 150,
        options: reviewKind.options.map((key) => ({ key, value: tr(reviewKindText[key]) })),
      },
    ],
    [language],
  )
  const fixed = useMemo(() => (orderId && /^[1-9]\d{0,17}$/.test(orderId) ? { orderId } : undefined), [orderId])
  const ask = useThrottled(() => refresh([orderReviewCalls.list]), 1000)
  useLive('orders', (event) => event.event.startsWith('review') && ask(), { onGap: ask })
  return (
    <Page title={t('取消复核')} fill>
      <QueryTable
        name="order.reviews"
        label={t('取消复核')}
        call={orderReviewCalls.list}
        {...(fixed && { fixed })}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        fills={t('客户或司机对取消判责提出申请后，在这里处理。')}
        onOpen={open}
        pollS={usePollS(5, 15)}
      />
      <ReviewDialog review={deciding} onClose={() => setDeciding(null)} />
    </Page>
  )
}

/** What the driver bears, where it is something. */
const Penalty = ({ fen }: { fen: number | null }) => (fen ? <span>{t('扣司机 {sum}', { sum: moneyText(fen) })}</span> : null)

function reviewColumns(language: Locale, onDecide: (row: CancelReview) => void): Column<CancelReview>[] {
  const wide = widthIn(language)
  const isOpen = (row: CancelReview) => row.state === 10 || row.state === 20
  return [
    orderNoColumn(),
    {
      key: 'state',
      title: t('状态'),
      width: wide(100, 110),
      cell: (row) => <Tag tone={stateTone[row.state]}>{tr(reviewStateText[row.state])}</Tag>,
    },
    {
      key: 'due',
      title: t('剩余时间'),
      width: 88,
      align: 'right',
      cell: (row) => (isOpen(row) ? <Remaining until={row.dueAt} /> : <span className="ui-none">—</span>),
    },
    { key: 'kind', title: t('类型'), width: wide(96, 130), cell: (row) => tr(reviewKindText[row.kind]) },
    {
      key: 'reason',
      title: t('原因'),
      width: 180,
      grow: true,
      cell: (row) => <span title={row.note}>{`${tr(reviewReasonText[row.reason])}${t('：')}${row.note}`}</span>,
    },
    {
      key: 'driver',
      title: t('司机'),
      width: 116,
      cell: (row) => [row.driverName, row.driverNo].filter(Boolean).join(' ') || <span className="ui-none">—</span>,
    },
    { key: 'serviceStatus', title: t('订单状态'), width: wide(104, 150), cell: (row) => <StatusTag service={row.serviceStatus} /> },
    {
      key: 'verdict',
      title: t('原判'),
      width: wide(210, 290),
      cell: (row) => (
        <>
          {tr(verdictText[row.verdict])} <Money fen={row.feeFen} /> <Penalty fen={row.penaltyFen} />
        </>
      ),
    },
    {
      key: 'decided',
      title: t('处理结果'),
      width: wide(210, 290),
      cell: (row) =>
        row.decidedVerdict ? (
          <span title={row.decisionNote}>
            {tr(verdictText[row.decidedVerdict])} <Money fen={row.decidedFeeFen} /> <Penalty fen={row.decidedPenaltyFen} />
          </span>
        ) : (
          <span className="ui-none">—</span>
        ),
    },
    { key: 'decidedBy', title: t('处理人'), width: 84, cell: (row) => row.decidedBy || <span className="ui-none">—</span> },
    { key: 'appliedAt', title: t('申请时间'), width: 100, cell: (row) => <Time at={row.appliedAt} /> },
    {
      key: 'actions',
      title: t('操作'),
      width: 88,
      pin: 'right',
      fixed: true,
      cell: (row) =>
        row.mayDecide ? (
          <Button size="small" aria-label={t('处理订单 {no} 的申请', { no: row.orderNo })} onClick={() => onDecide(row)}>
            {t('处理')}
          </Button>
        ) : null,
    },
  ]
}
