import { paidByText, PAY_STATUS } from '@chauffeur/contract/order/model'
import type { ReactNode } from 'react'
import { t, tr } from '#platform/text/text.ts'
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
  const facts: [string, ReactNode][] = [
    [t('支付状态'), <StatusTag key="status" pay={order.payStatus} of={order.serviceStatus} />],
    ...(enterpriseFen ? [[t('企业承担'), <Money key="enterprise" fen={enterpriseFen} />] as [string, ReactNode]] : []),
    ...(dueFen === null ? [] : [[t('客户应付'), <Money key="due" fen={dueFen} />] as [string, ReactNode]]),
    ...(order.paidAt ? [[t('支付时间'), <Time key="paid" at={order.paidAt} as="short" />] as [string, ReactNode]] : []),
    ...(payment
      ? ([
          [t('客户实付'), <Money key="amount" fen={payment.amountFen} />],
          [t('支付方式'), tr(paidByText[payment.way])],
          [t('流水号'), payment.reference],
          [
            t('经手人'),
            payment.byName === '' ? (
              ''
            ) : (
              <span key="by">
                {payment.byName} <Time at={payment.recordedAt} as="short" />
              </span>
            ),
          ],
          [t('备注'), payment.note],
        ] as [string, ReactNode][])
      : []),
    ...(lost
      ? ([
          [t('列为坏账'), <Time key="lost" at={lost.at} as="short" />],
          [t('操作人'), lost.actorName || t('系统')],
          [t('原因'), tr(lost.reason)],
        ] as [string, ReactNode][])
      : []),
  ]
  return (
    <dl className="order-facts order-payment" aria-label={t('支付')}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
