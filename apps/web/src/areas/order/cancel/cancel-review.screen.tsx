import {
  type CancelReview,
  orderReviewCalls,
  reviewKindText,
  reviewReasonText,
  reviewStateText,
  type ReviewState,
} from '@chauffeur/contract/order/cancel-review'
import { serviceStatusText } from '@chauffeur/contract/order/model'
import { useMemo } from 'react'
import { t, tr } from '#platform/text/text.ts'
import { useIdOf } from '#kit/detail/use-id-of.ts'
import { letters, none } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { serviceTone } from '#kit/show/status-tag.view.ts'
import { verdictText } from '#shared/order/cancel.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Tag, type Tone } from '#ui/show/tag.tsx'
import { Remaining } from '#ui/show/time.tsx'
import { ORDER_NO } from '../model/order-cells.tsx'
import { detailPath } from '../order.view.ts'
import '../order.css'

const ReviewDialog = lazyPiece(() => import('./review.dialog.tsx'))

const stateTone: Record<ReviewState, Tone> = { 10: 'wait', 20: 'run', 30: 'done', 40: 'lost', 50: 'off' }
const isOpen = (row: CancelReview) => row.state === 10 || row.state === 20
const pathOf = (row: CancelReview) => detailPath(row.orderId)

/** What the customer pays by a verdict, and what the driver bears, where it is something. */
const costs = (feeFen: number | null, penaltyFen: number | null) =>
  [feeFen === null ? '' : moneyText(feeFen), penaltyFen ? t('扣司机 {sum}', { sum: moneyText(penaltyFen) }) : '']
    .filter(Boolean)
    .join(' · ')
const LIKE_VERDICT = () => Object.values(verdictText).map(tr)

const Reviews = defineList(orderReviewCalls.list, ({ c, f, a }) => ({
  name: 'order.reviews',
  title: t('取消复核'),
  rowKey: (row) => row.reviewId,
  rowName: (row) => row.orderNo,
  open: pathOf,
  fills: t('客户或司机对取消判责提出申请后，在这里处理。'),
  filters: [f.status('state', t('状态'), reviewStateText), f.word('kind', t('类型'), reviewKindText)],
  columns: [
    c.link('orderNo', t('订单号'), pathOf, { like: ORDER_NO, under: (row) => tr(reviewKindText[row.kind]), shows: ['orderNo', 'kind'] }),
    c.two(
      'state',
      t('状态'),
      (row) => <Tag tone={stateTone[row.state]}>{tr(reviewStateText[row.state])}</Tag>,
      (row) => (isOpen(row) ? <Remaining until={row.dueAt} /> : ''),
      [t('已超 {time}', { time: '00:00' }), ...Object.values(reviewStateText).map(tr)],
      { besidePx: 13, shows: ['state', 'dueAt'] },
    ),
    c.text('reason', t('原因'), (row) => `${tr(reviewReasonText[row.reason])}${t('：')}${row.note}`, { shows: ['reason', 'note'] }),
    c.driver(),
    c.status('serviceStatus', t('订单状态'), serviceStatusText, serviceTone),
    c.two(
      'verdict',
      t('原判'),
      (row) => tr(verdictText[row.verdict]),
      (row) => costs(row.feeFen, row.penaltyFen),
      LIKE_VERDICT(),
      { shows: ['feeFen', 'penaltyFen'] },
    ),
    c.two(
      'decided',
      t('处理结果'),
      (row) => (row.decidedVerdict ? tr(verdictText[row.decidedVerdict]) : none),
      (row) => (row.decidedVerdict ? costs(row.decidedFeeFen, row.decidedPenaltyFen) : ''),
      LIKE_VERDICT(),
      { shows: ['decidedFeeFen', 'decidedPenaltyFen'] },
    ),
    c.text('decidedBy', t('处理人'), undefined, { like: letters(5), optional: true }),
    c.time('appliedAt', t('申请时间')),
  ],
  actions: [a.edit(ReviewDialog, { key: 'decide', label: t('处理'), can: (row) => row.mayDecide })],
  live: { topic: 'orders', about: ({ event }) => event.startsWith('review') },
  pollS: { live: 15, otherwise: 5 },
}))

/** Requests to leave an order and disputes about whose fault a cancellation was; what lapses next stands on top. */
export default function CancelReviewScreen() {
  const orderId = useIdOf('orderId')
  const fixed = useMemo(() => (orderId ? { orderId } : undefined), [orderId])
  return <Reviews {...(fixed && { fixed })} />
}
