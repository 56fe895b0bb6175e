import type { OrderAction } from '@chauffeur/contract/order/model'
import { type Locale, t } from '#platform/text/text.ts'
import { widthIn } from '#ui/table/grid.view.ts'
import type { Column } from '#kit/list/query-table.tsx'
import { detailPath } from '../order.view.ts'
import './model.css'

/** What the columns that every list of orders has need of a row. */
interface OrderCell {
  orderId: string
  orderNo: string
}

/** The number, leading to the order; it never scrolls out of sight. */
export const orderNoColumn = <Row extends OrderCell>(): Column<Row> => ({
  key: 'orderNo',
  title: t('订单号'),
  width: 140,
  pin: 'left',
  fixed: true,
  cell: (row) => (
    <a className="ui-link ui-number" href={`#${detailPath(row.orderId)}`}>
      {row.orderNo}
    </a>
  ),
})

/** Look at it, and cancel it where that is allowed now. */
export const orderActionsColumn = <Row extends OrderCell & { allowedActions: readonly OrderAction[] }>(
  language: Locale,
  onCancel: (row: Row) => void,
): Column<Row> => ({
  key: 'actions',
  title: t('操作'),
  width: widthIn(language)(96, 112),
  pin: 'right',
  fixed: true,
  cell: (row) => (
    <span className="order-actions">
      <a className="ui-link" href={`#${detailPath(row.orderId)}`} aria-label={t('查看订单 {no}', { no: row.orderNo })}>
        {t('查看')}
      </a>
      {row.allowedActions.includes('cancel') ? (
        <button type="button" className="ui-text-button" aria-label={t('取消订单 {no}', { no: row.orderNo })} onClick={() => onCancel(row)}>
          {t('取消')}
        </button>
      ) : null}
    </span>
  ),
})
