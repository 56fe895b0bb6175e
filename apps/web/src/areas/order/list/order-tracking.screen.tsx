import { orderProgressCalls, type TrackedOrder } from '@chauffeur/contract/order/progress'
import {
  awaitsPrepayText,
  liveServiceStatuses,
  orderTimerText,
  searchingServiceStatuses,
  serviceStatusText,
} from '@chauffeur/contract/order/model'
import { t, tr } from '#platform/text/text.ts'
import { none } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { Shown } from '#kit/list/define.view.ts'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Elapsed, Remaining } from '#ui/show/time.tsx'
import { orderRowActions } from '../edit/order-dialogs.tsx'
import { ORDER_NO, Trip } from '../model/order-cells.tsx'
import { detailPath, noDriverReason } from '../order.view.ts'
import '../order.css'

const pathOf = (row: TrackedOrder) => detailPath(row.orderId)

/** How many of these rows have breached what they have time for. */
function Overdue({ rows }: Shown<TrackedOrder>) {
  const n = rows.filter(({ dueAt, timer }) => dueAt && timer !== 'searchOpens' && Date.parse(dueAt) < Date.now()).length
  return n > 0 ? <span className="ui-left-over">{t('本页 {n} 单已超时', { n })}</span> : null
}

/** Every order under way, what breaches its timer next on top, with how its search stands and why nobody is coming. */
export default defineList(orderProgressCalls.status, ({ c, f }) => ({
  name: 'order.tracking',
  title: t('派单跟踪'),
  rowKey: (row) => row.orderId,
  rowName: (row) => row.orderNo,
  open: pathOf,
  Extra: Overdue,
  fills: t('正在派单和服务中的订单在这里，结束后离开。'),
  filters: [
    f.keyword(t('订单号 / 电话或尾号 / 司机 / 地址')),
    f.city(),
    f.flag('urgent', t('紧急程度'), t('已超时或 2 分钟内')),
    f.status('serviceStatus', t('服务状态'), serviceStatusText, { only: liveServiceStatuses, more: true }),
  ],
  columns: [
    c.link('orderNo', t('订单号'), pathOf, { like: ORDER_NO, under: (row) => tr(row.cityName), shows: ['orderNo', 'cityName'] }),
    c.two(
      'due',
      t('倒计时'),
      (row) => (row.timer && row.dueAt ? <Remaining until={row.dueAt} /> : none),
      (row) => (row.timer && row.dueAt ? tr(orderTimerText[row.timer]) : ''),
      [t('已超 {time}', { time: '0:00:00' }), ...Object.values(orderTimerText).map(tr)],
      { shows: ['timer', 'dueAt'] },
    ),
    c.two(
      'serviceStatus',
      t('服务状态'),
      (row) => <StatusTag service={row.serviceStatus} prepayUntil={row.prepayUntil} />,
      (row) => <Elapsed since={row.statusSince} />,
      [...liveServiceStatuses.map((status) => serviceStatusText[status]), awaitsPrepayText].map(tr),
      { besidePx: 13, shows: ['serviceStatus', 'statusSince'] },
    ),
    c.text('why', t('派单情况'), noDriverReason, { width: 200, shows: ['radiusM', 'candidates'] }),
    c.two(
      'round',
      t('轮次'),
      (row) => (row.round > 0 ? `${row.round}/${row.rounds}` : none),
      (row) => (row.asked > 0 ? t('问 {asked} 拒 {declined}', { asked: row.asked, declined: row.declined }) : ''),
      [t('问 {asked} 拒 {declined}', { asked: 99, declined: 99 })],
      { align: 'right', shows: ['round', 'rounds', 'asked', 'declined'] },
    ),
    c.driver(),
    c.phone('customerPhone', t('客户电话'), { dial: (row) => ({ of: 'ORDER_CONTACT', id: row.orderId }) }),
    {
      ...c.text('trip', t('行程'), () => '', { width: 200, shows: ['pickupAddress', 'dropoffAddress'] }),
      two: true,
      cell: (row) => <Trip row={{ ...row, dropoffAddress: '' }} />,
    },
  ],
  actions: orderRowActions<TrackedOrder>(),
  live: { topic: 'orders' },
  // Drivers come, go and move within a round, which no event tells.
  pollS: (rows) => ({ live: rows.some(({ serviceStatus }) => searchingServiceStatuses.includes(serviceStatus)) ? 3 : 10, otherwise: 5 }),
}))
