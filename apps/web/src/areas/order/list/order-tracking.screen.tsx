import { orderProgressCalls, type TrackedOrder } from '@chauffeur/contract/order/progress'
import { liveServiceStatuses, orderTimerText, searchingServiceStatuses, serviceStatusText } from '@chauffeur/contract/order/model'
import { useCallback, useMemo, useState } from 'react'
import { refresh } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { openTab } from '#platform/tab/tab.ts'
import { t, tr, useLocale, type Locale } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { widthIn } from '#ui/table/grid.view.ts'
import { Page } from '#ui/page/page.tsx'
import { Phone } from '#kit/show/phone.tsx'
import { type Column, type Filter, QueryTable } from '#kit/list/query-table.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Elapsed, Remaining } from '#ui/show/time.tsx'
import { useThrottled } from '#ui/timing/use-throttled.ts'
import { CancelOrder } from '../cancel/cancel-order.tsx'
import { orderActionsColumn, orderNoColumn } from '../model/order-cells.tsx'
import { cityFilter, keywordFilter } from './order.filters.ts'
import { detailPath, noDriverReason } from '../order.view.ts'
import './list.css'

const rowKey = (row: TrackedOrder) => row.orderId
const open = (row: TrackedOrder) => openTab(detailPath(row.orderId))
const none = <span className="ui-none">—</span>

/** Every order under way, what breaches its timer next on top, with how its search stands and why nobody is coming. */
export default function OrderTrackingScreen() {
  const language = useLocale()
  const cities = useCities()
  const [cancelling, setCancelling] = useState<TrackedOrder | null>(null)
  const columns = useMemo(() => trackingColumns(language, setCancelling), [language])
  const filters = useMemo<Filter[]>(
    () => [
      keywordFilter(cities),
      {
        kind: 'multi',
        key: 'serviceStatus',
        label: t('服务状态'),
        numeric: true,
        width: 180,
        options: liveServiceStatuses.map((status) => ({ key: String(status), value: tr(serviceStatusText[status]) })),
      },
      cityFilter(cities),
      { kind: 'select', key: 'urgent', label: t('紧急程度'), width: 150, options: [{ key: 'true', value: t('已超时或 2 分钟内') }] },
    ],
    [cities],
  )
  const ask = useThrottled(() => refresh([orderProgressCalls.status]), 1000)
  useLive('orders', ask, { onGap: ask })
  const [waiting, setWaiting] = useState(0)
  const [searching, setSearching] = useState(false)
  const onRows = useCallback((rows: readonly TrackedOrder[]) => {
    setWaiting(rows.filter(({ dueAt, timer }) => dueAt && timer !== 'searchOpens' && Date.parse(dueAt) < Date.now()).length)
    // Drivers come, go and move within a round, which no event tells.
    setSearching(rows.some(({ serviceStatus }) => searchingServiceStatuses.includes(serviceStatus)))
  }, [])
  return (
    <Page
      title={t('派单跟踪')}
      fill
      extra={waiting > 0 ? <span className="ui-left-over">{t('本页 {n} 单已超时', { n: waiting })}</span> : undefined}
    >
      <QueryTable
        name="order.tracking"
        label={t('派单跟踪')}
        call={orderProgressCalls.status}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        fills={t('正在派单和服务中的订单在这里，结束后离开。')}
        onOpen={open}
        onRows={onRows}
        pollS={usePollS(5, searching ? 3 : 10)}
      />
      <CancelOrder order={cancelling} onClose={() => setCancelling(null)} />
    </Page>
  )
}

function trackingColumns(language: Locale, onCancel: (row: TrackedOrder) => void): Column<TrackedOrder>[] {
  const wide = widthIn(language)
  return [
    orderNoColumn(),
    { key: 'serviceStatus', title: t('服务状态'), width: wide(104, 156), cell: (row) => <StatusTag service={row.serviceStatus} /> },
    {
      key: 'due',
      title: t('倒计时'),
      width: wide(146, 166),
      cell: (row) =>
        row.timer && row.dueAt ? (
          <span className="order-due">
            {tr(orderTimerText[row.timer])} <Remaining until={row.dueAt} />
          </span>
        ) : (
          none
        ),
    },
    { key: 'since', title: t('已持续'), width: wide(68, 96), align: 'right', cell: (row) => <Elapsed since={row.statusSince} /> },
    {
      key: 'why',
      title: t('派单情况'),
      width: 226,
      grow: true,
      cell: (row) => <span title={noDriverReason(row)}>{noDriverReason(row) || none}</span>,
    },
    {
      key: 'round',
      title: t('轮次'),
      width: 56,
      align: 'right',
      cell: (row) => (row.round > 0 ? <span className="ui-number">{`${row.round}/${row.rounds}`}</span> : none),
    },
    {
      key: 'asked',
      title: t('询问 / 未接'),
      width: wide(88, 128),
      align: 'right',
      cell: (row) => (row.asked > 0 ? <span className="ui-number">{`${row.asked} / ${row.declined}`}</span> : none),
    },
    {
      key: 'driverName',
      title: t('司机'),
      width: 112,
      cell: (row) => [row.driverName, row.driverNo].filter(Boolean).join(' ') || none,
    },
    {
      key: 'customerPhone',
      title: t('客户电话'),
      width: wide(112, 124),
      cell: (row) => <Phone value={row.customerPhone} dial={{ of: 'ORDER_CONTACT', id: row.orderId }} />,
    },
    { key: 'cityName', title: t('城市'), width: wide(64, 88), cell: (row) => tr(row.cityName) },
    {
      key: 'pickupAddress',
      title: t('上车点'),
      width: 140,
      grow: true,
      cell: (row) => <span title={row.pickupAddress}>{row.pickupAddress}</span>,
    },
    orderActionsColumn(language, onCancel),
  ]
}
