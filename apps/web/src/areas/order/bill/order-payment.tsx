import { paidByText, PAY_STATUS } from '@chauffeur/contract/order/model'
import { t, tr } from '#platform/text/text.ts'
import { type Fact, Facts } from '#kit/detail/facts.tsx'
import { Money } from '#ui/show/money.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Time } from '#ui/show/time.tsx'
import type { OrderDetail } from '../order.view.ts'
import '../order.css'
import './bill.css'

/** What became of the bill: who pays which part, when and how it was paid, or that it was given up. */
export function OrderPayment({ order }: { order: OrderDetail }) {
  if (order.payStatus === PAY_STATUS.none) return null
  const { payment, enterpriseFen, dueFen } = order
  const lost = order.payStatus === PAY_STATUS.badDebt ? order.timeline.findLast(({ event }) => event === 'badDebt') : undefined
  return (
    <Facts
      className="order-payment"
      label={t('支付')}
      facts={[
        [t('支付状态'), <StatusTag key="status" pay={order.payStatus} of={order.serviceStatus} />],
        !!enterpriseFen && [t('企业承担'), <Money key="enterprise" fen={enterpriseFen} />],
        dueFen !== null && [t('客户应付'), <Money key="due" fen={dueFen} />],
        order.paidAt !== null && [t('支付时间'), <Time key="paid" at={order.paidAt} as="short" />],
        ...(payment ? paymentFacts(payment) : []),
        ...(lost ? lossFacts(lost) : []),
      ]}
    />
  )
}

const paymentFacts = (payment: NonNullable<OrderDetail['payment']>): (Fact | false)[] => [
  [t('客户实付'), <Money key="amount" fen={payment.amountFen} />],
  [t('支付方式'), tr(paidByText[payment.way])],
  payment.reference !== '' && [t('流水号'), payment.reference],
  payment.byName !== '' && [
    t('经手人'),
    <span key="by">
      {payment.byName} <Time at={payment.recordedAt} as="short" />
    </span>,
  ],
  payment.note !== '' && [t('备注'), payment.note],
]

const lossFacts = ({ at, actorName, reason }: OrderDetail['timeline'][number]): (Fact | false)[] => [
  [t('列为坏账'), <Time key="lost" at={at} as="short" />],
  [t('操作人'), actorName || t('系统')],
  reason !== '' && [t('原因'), tr(reason)],
]
