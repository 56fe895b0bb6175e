import { orderSourceText, serviceTypeText } from '@chauffeur/contract/order/model'
import type { OrderRow } from '@chauffeur/contract/order/list'
import { t, tr, type Locale } from '#platform/text/text.ts'
import { widthIn } from '#ui/table/grid.view.ts'
import type { Column } from '#kit/list/query-table.tsx'
import { Distance } from '#ui/show/measure.tsx'
import { Money } from '#ui/show/money.tsx'
import { Phone } from '#kit/show/phone.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { orderActionsColumn, orderNoColumn } from '../model/order-cells.tsx'
import { sumOf } from '../order.view.ts'

const orNone = (text: string) => (text === '' ? <span className="ui-none">—</span> : <span title={text}>{text}</span>)

export function orderColumns(language: Locale, onCancel: (row: OrderRow) => void): Column<OrderRow>[] {
  const wide = widthIn(language)
  return [
    { ...orderNoColumn<OrderRow>(), sum: () => t('本页合计') },
    {
      key: 'serviceStatus',
      title: t('服务状态'),
      width: wide(108, 178),
      cell: (row) => <StatusTag service={row.serviceStatus} />,
      sum: (rows) => t('{n} 单', { n: rows.length }),
    },
    {
      key: 'payStatus',
      title: t('支付状态'),
      width: wide(92, 134),
      cell: (row) => <StatusTag pay={row.payStatus} of={row.serviceStatus} />,
    },
    {
      key: 'statusSince',
      title: t('状态始于'),
      width: wide(92, 100),
      sortable: true,
      cell: (row) => <Time at={row.statusSince} offsetMinutes={row.utcOffsetMinutes} />,
    },
    {
      key: 'customerPhone',
      title: t('客户电话'),
      width: wide(112, 124),
      cell: (row) => <Phone value={row.customerPhone} dial={{ of: 'ORDER_CONTACT', id: row.orderId }} />,
    },
    { key: 'driverName', title: t('司机'), width: 120, cell: (row) => orNone([row.driverName, row.driverNo].filter(Boolean).join(' ')) },
    { key: 'cityName', title: t('城市'), width: wide(64, 88), cell: (row) => orNone(tr(row.cityName)) },
    { key: 'pickupAddress', title: t('上车点'), width: 150, grow: true, cell: (row) => orNone(row.pickupAddress) },
    {
      key: 'totalFen',
      title: t('订单金额'),
      width: 96,
      align: 'right',
      sortable: true,
      cell: (row) => <Money fen={row.totalFen} />,
      sum: (rows) => <Money fen={sumOf(rows, (row) => row.totalFen)} />,
    },
    {
      key: 'createdAt',
      title: t('下单时间'),
      width: 100,
      sortable: true,
      cell: (row) => <Time at={row.createdAt} as="short" offsetMinutes={row.utcOffsetMinutes} />,
    },
    { key: 'dropoffAddress', title: t('目的地'), width: 150, grow: true, cell: (row) => orNone(row.dropoffAddress) },
    { key: 'source', title: t('来源'), width: wide(84, 112), cell: (row) => tr(orderSourceText[row.source]) },
    { key: 'serviceType', title: t('服务类型'), width: wide(88, 116), cell: (row) => tr(serviceTypeText[row.serviceType]) },
    { key: 'customerName', title: t('客户'), width: 84, cell: (row) => orNone(row.customerName) },
    {
      key: 'distanceM',
      title: t('里程'),
      width: 84,
      align: 'right',
      sortable: true,
      cell: (row) => <Distance m={row.distanceM} />,
      sum: (rows) => <Distance m={sumOf(rows, (row) => row.distanceM)} />,
    },
    {
      key: 'dispatchStatus',
      title: t('派单进度'),
      width: wide(112, 140),
      optional: true,
      cell: (row) => <StatusTag dispatch={row.dispatchStatus} />,
    },
    {
      key: 'estimateFen',
      title: t('预估金额'),
      width: 100,
      align: 'right',
      optional: true,
      cell: (row) => <Money fen={row.estimateFen} />,
      sum: (rows) => <Money fen={sumOf(rows, (row) => row.estimateFen)} />,
    },
    {
      key: 'bookTime',
      title: t('预约时间'),
      width: 104,
      optional: true,
      cell: (row) => <Time at={row.bookTime} as="short" offsetMinutes={row.utcOffsetMinutes} />,
    },
    {
      key: 'bookingNo',
      title: t('预约单号'),
      width: 164,
      optional: true,
      cell: (row) => <span className="ui-number">{row.bookingNo}</span>,
    },
    orderActionsColumn(language, onCancel),
  ]
}
