import { t, tr } from '#platform/text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'
import { Panel } from '#ui/page.tsx'
import { OrderPayment } from './order-payment.tsx'
import { billRows, totalRow, type OrderDetail } from './order.view.ts'

export function OrderBill({ order }: { order: OrderDetail }) {
  const rows = billRows(order.estimateLines, order.billLines)
  const total = totalRow(rows)
  const filed = order.billLines.length > 0
  return (
    <Panel title={t('费用')} extra={filed ? t('账单已出') : t('账单未出，按预估')}>
      {rows.length === 0 ? (
        <EmptyState title={t('没有预估，也没有账单')} />
      ) : (
        <table className="order-table">
          <thead>
            <tr>
              <th scope="col">{t('项目')}</th>
              <th scope="col">{t('预估')}</th>
              <th scope="col">{t('账单')}</th>
              <th scope="col">{t('差额')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row">
                  {tr(row.label)}
                  {row.reason ? <p className="order-reason">{row.reason}</p> : null}
                </th>
                <td>
                  <Money fen={row.estimateFen} />
                </td>
                <td>
                  <Money fen={row.billFen} />
                </td>
                <td>
                  <Money fen={row.differenceFen} change />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('合计')}</th>
              <td>
                <Money fen={total.estimateFen} />
              </td>
              <td>
                <Money fen={filed ? order.totalFen : null} />
              </td>
              <td>
                <Money fen={total.differenceFen} change />
              </td>
            </tr>
          </tfoot>
        </table>
      )}
      <OrderPayment order={order} />
    </Panel>
  )
}
