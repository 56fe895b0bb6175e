import { memberSourceText } from '@chauffeur/contract/customer/group'
import { filledWords } from '#kit/show/measured.tsx'
import { t, tr } from '#platform/text/text.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { distanceText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { OrderPrepay } from './order-prepay.tsx'
import { OrderPayment } from './order-payment.tsx'
import { billRows, totalRow, type OrderDetail } from '../order.view.ts'
import '../order.css'
import './bill.css'

export function OrderBill({ order }: { order: OrderDetail }) {
  const rows = billRows(order.estimateLines, order.billLines)
  const total = totalRow(rows)
  const filed = order.billLines.length > 0
  return (
    <Panel title={t('费用')} extra={filed ? t('账单已出') : t('账单未出，按预估')}>
      {rows.length === 0 ? (
        <EmptyState title={t('没有预估，也没有账单')} />
      ) : (
        <PlainTable
          className="order-table"
          rows={rows}
          foot={{ ...total, label: t('合计'), reason: '', billFen: filed ? order.totalFen : null }}
          rowKey={({ label }) => label}
          columns={[
            {
              title: t('项目'),
              head: true,
              cell: ({ label, reason }) => (
                <>
                  {tr(label)}
                  {reason ? <p className="order-reason">{reason}</p> : null}
                </>
              ),
            },
            { title: t('预估'), end: true, cell: ({ estimateFen }) => <Money fen={estimateFen} /> },
            { title: t('账单'), end: true, cell: ({ billFen }) => <Money fen={billFen} /> },
            { title: t('差额'), end: true, cell: ({ differenceFen }) => <Money fen={differenceFen} change /> },
          ]}
        />
      )}
      {filed && order.filled ? (
        <p className="order-reason">
          {t('按实际里程 {distance} 计费，{filled}。', { distance: distanceText(order.distanceM ?? 0), filled: filledWords(order.filled) })}
        </p>
      ) : null}
      {order.priceGroup ? (
        <p className="order-reason">
          {t('按客户分组 {name} 的价格', { name: order.priceGroup })}
          <WhyInGroup why={order.priceGroupWhy} />
        </p>
      ) : null}
      <OrderPrepay order={order} />
      <OrderPayment order={order} />
    </Panel>
  )
}

/** Since when, how and by whom the customer was in the group when the order was placed. */
function WhyInGroup({ why }: { why: OrderDetail['priceGroupWhy'] }) {
  if (!why) return null
  return (
    <>
      {' · '}
      {[tr(memberSourceText[why.source]), why.addedBy].filter(Boolean).join(' · ')} <Time at={why.addedAt} as="exact" />
    </>
  )
}
