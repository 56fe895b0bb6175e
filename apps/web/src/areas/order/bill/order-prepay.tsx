import { type Prepayment, prepayCalls, prepaymentStateText } from '@chauffeur/contract/finance/prepayment'
import { paidByText } from '@chauffeur/contract/order/model'
import { Button } from 'antd'
import { useState } from 'react'
import { type Fact, Facts } from '#kit/detail/facts.tsx'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Money } from '#ui/show/money.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import type { OrderDetail } from '../order.view.ts'
import './bill.css'

const RecordDialog = lazyPiece(async () => ({ default: (await import('./order-prepay.dialog.tsx')).RecordPrepaymentDialog }))
const WaiveDialog = lazyPiece(async () => ({ default: (await import('./order-prepay.dialog.tsx')).WaivePrepaymentDialog }))

/** What was asked for before the order is dispatched: waited for, with what to do about it, or what became of it. */
export function OrderPrepay({ order }: { order: OrderDetail }) {
  const [opened, setOpened] = useState<'record' | 'waive' | null>(null)
  const mayRecord = useMay(prepayCalls.record)
  const mayWaive = useMay(prepayCalls.waive)
  const { prepay } = order
  if (!prepay) return null
  const { amountFen, until, coversFen, payment } = prepay
  const of = { order, onClose: () => setOpened(null) }
  return (
    <>
      <Facts
        className="order-payment"
        label={t('预付')}
        facts={[
          [t('应预付'), <Money key="due" fen={amountFen} />],
          until !== null && [t('待预付至'), <Time key="until" at={until} as="short" />],
          coversFen !== null && [t('抵扣账单'), <Money key="covers" fen={coversFen} />],
          ...(payment ? paymentFacts(payment) : []),
        ]}
      />
      {until !== null && (mayRecord || mayWaive) ? (
        <p className="order-prepay-acts">
          {mayRecord ? (
            <Button size="small" type="primary" onClick={() => setOpened('record')}>
              {t('登记预付款')}
            </Button>
          ) : null}
          {mayWaive ? (
            <Button size="small" onClick={() => setOpened('waive')}>
              {t('免预付')}
            </Button>
          ) : null}
        </p>
      ) : null}
      <WhenOpened open={opened === 'record'}>
        <RecordDialog {...of} open={opened === 'record'} />
      </WhenOpened>
      <WhenOpened open={opened === 'waive'}>
        <WaiveDialog {...of} open={opened === 'waive'} />
      </WhenOpened>
    </>
  )
}

const paymentFacts = (payment: Prepayment): (Fact | false)[] => [
  [
    t('预付状态'),
    <Tag key="state" tone={payment.state === 'RETURN_DUE' ? (payment.late ? 'lost' : 'wait') : 'off'}>
      {tr(prepaymentStateText[payment.state])}
    </Tag>,
  ],
  [t('已预付'), <Money key="paid" fen={payment.amountFen} />],
  [t('收款方式'), `${tr(paidByText[payment.way])} ${payment.reference}`],
  [
    t('收款登记'),
    <span key="by">
      {payment.byName} <Time at={payment.paidAt} as="short" />
    </span>,
  ],
  payment.returnDueFen > 0 && [t('待退金额'), <Money key="due" fen={payment.returnDueFen} />],
  payment.returnedFen > 0 && [t('已退金额'), <Money key="back" fen={payment.returnedFen} />],
  payment.returnWay !== null && [t('退款方式'), `${tr(paidByText[payment.returnWay])} ${payment.returnReference}`],
  payment.returnedAt !== null && [
    t('退款登记'),
    <span key="returned">
      {payment.returnedByName} <Time at={payment.returnedAt} as="short" />
    </span>,
  ],
]
