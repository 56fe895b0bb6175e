import { orderBulkCalls } from '@chauffeur/contract/order/bulk'
import { orderCalls, type OrderRow } from '@chauffeur/contract/order/list'
import {
  awaitsPrepayText,
  dispatchStatusText,
  failedServiceStatuses,
  inHandServiceStatuses,
  orderSourceText,
  PAY_STATUS,
  payStatusText,
  seekingServiceStatuses,
  serviceStatusText,
  serviceTypeText,
} from '@chauffeur/contract/order/model'
import { t, tr } from '#platform/text/text.ts'
import { sumOf } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { dispatchTone } from '#kit/show/status-tag.view.ts'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Time } from '#ui/show/time.tsx'
import { orderRowActions } from '../edit/order-dialogs.tsx'
import { Trip, ORDER_NO } from '../model/order-cells.tsx'
import { OrderBulk } from '../bulk/order-bulk.tsx'
import { detailPath, isNewOrder } from '../order.view.ts'
import '../order.css'

const pathOf = (row: OrderRow) => detailPath(row.orderId)
const offset = (row: OrderRow) => row.utcOffsetMinutes

export default defineList(orderCalls.list, ({ c, f }) => ({
  name: 'order.list',
  title: t('订单列表'),
  rowKey: (row) => row.orderId,
  rowName: (row) => row.orderNo,
  open: pathOf,
  fills: t('电话、客户端和合作渠道下的订单都在这里。'),
  tabs: {
    counts: orderCalls.counts,
    tabs: [
      { key: 'all', label: t('全部'), values: {} },
      { key: 'seeking', label: t('派单中'), values: { serviceStatus: seekingServiceStatuses.join() } },
      { key: 'inHand', label: t('进行中'), values: { serviceStatus: inHandServiceStatuses.join() } },
      { key: 'unpaid', label: t('待支付'), values: { payStatus: String(PAY_STATUS.unpaid) } },
      { key: 'failed', label: t('异常'), values: { serviceStatus: failedServiceStatuses.join() } },
    ],
  },
  filters: [
    f.keyword(t('订单号 / 电话或尾号 / 司机 / 地址')),
    f.city(),
    f.days('createdAt', t('下单日期'), { more: true }),
    f.status('serviceStatus', t('服务状态'), serviceStatusText, { more: true }),
    f.status('payStatus', t('支付状态'), payStatusText, { more: true }),
    f.word('source', t('来源'), orderSourceText, { more: true }),
    f.word('serviceType', t('服务类型'), serviceTypeText, { more: true }),
    f.flag('awaitsPrepay', t('预付'), tr(awaitsPrepayText), undefined, { more: true }),
    f.amount('totalFen', t('金额'), { more: true }),
    f.pick('driver', { more: true }),
    f.pick('customer', { more: true }),
    f.pick('enterprise', { more: true }),
    f.pick('channel', { more: true }),
  ],
  columns: [
    c.link('orderNo', t('订单号'), pathOf, {
      like: ORDER_NO,
      under: (row) => tr(row.cityName),
      shows: ['orderNo', 'cityName'],
      sum: (rows) => t('本页 {n} 单', { n: rows.length }),
    }),
    c.two(
      'statusSince',
      t('状态'),
      (row) => <StatusTag service={row.serviceStatus} prepayUntil={row.prepayUntil} />,
      (row) =>
        row.prepayUntil ? (
          <>
            {t('截至〔付款〕')} <Time at={row.prepayUntil} as="short" offsetMinutes={offset(row)} />
          </>
        ) : (
          <Time at={row.statusSince} offsetMinutes={offset(row)} />
        ),
      [...[...Object.values(serviceStatusText), awaitsPrepayText].map(tr), `${t('截至〔付款〕')} 00-00 00:0`],
      { sortable: true, besidePx: 13, shows: ['serviceStatus', 'statusSince', 'prepayDueFen', 'prepayUntil'] },
    ),
    c.person(
      'customer',
      t('客户'),
      (row) => row.customerName || t('未留姓名'),
      (row) => row.customerPhone,
      { dial: (row) => ({ of: 'ORDER_CONTACT', id: row.orderId }), shows: ['customerName', 'customerPhone'] },
    ),
    c.driver(),
    {
      ...c.text('trip', t('行程'), () => '', { shows: ['pickupAddress', 'dropoffAddress'] }),
      two: true,
      cell: (row) => <Trip row={row} />,
    },
    c.two(
      'totalFen',
      t('金额'),
      (row) => <Money fen={row.totalFen} />,
      (row) => <StatusTag pay={row.payStatus} of={row.serviceStatus} />,
      [...Object.values(payStatusText).map(tr), moneyText(12_345_67)],
      {
        sortable: true,
        align: 'right',
        besidePx: 13,
        shows: ['totalFen', 'payStatus'],
        sum: (rows) => <Money fen={sumOf(rows, (row) => row.totalFen)} />,
      },
    ),
    c.time('createdAt', t('下单时间'), { sortable: true, offset }),
    c.distance('distanceM', t('里程'), { sortable: true, sum: true, optional: true }),
    c.distance('filledM', t('按道路补全'), { sum: true, optional: true }),
    c.word('source', t('来源'), orderSourceText, { optional: true }),
    c.word('serviceType', t('服务类型'), serviceTypeText, { optional: true }),
    c.status('dispatchStatus', t('派单进度'), dispatchStatusText, dispatchTone, { optional: true }),
    c.money('estimateFen', t('预估金额'), { sum: true, optional: true }),
    c.time('bookTime', t('预约时间'), { optional: true, offset }),
    c.of('bookingNo', t('预约单号'), (row) => <span className="ui-number">{row.bookingNo}</span>, ORDER_NO, { optional: true }),
  ],
  actions: orderRowActions<OrderRow>(),
  bulk: { may: orderBulkCalls.prepare, Bar: OrderBulk },
  live: {
    topic: 'orders',
    rowOf: ({ orderId }) => orderId,
    isNew: ({ serviceStatus }) => isNewOrder(serviceStatus),
    newText: (n) => t('{n} 个新订单', { n }),
    everyMs: 2000,
  },
  pollS: { live: 0, otherwise: 15 },
}))
