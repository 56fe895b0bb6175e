import { BULK_LIMIT, orderBulkCalls } from '@chauffeur/contract/order/bulk'
import { orderCalls, type OrderRow } from '@chauffeur/contract/order/list'
import { Button } from 'antd'
import { useCallback, useMemo, useRef, useState } from 'react'
import { refresh, useCall } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { useCan } from '#platform/session/session.ts'
import { openTab } from '#platform/tab/tab.ts'
import { t, useLocale } from '#platform/text/text.ts'
import { Page } from '#ui/page/page.tsx'
import { QueryTable, type ShownFilter } from '#kit/list/query-table.tsx'
import { useThrottled } from '#ui/timing/use-throttled.ts'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import type { BulkWork, BulkSelection } from '../bulk/bulk.drawer.tsx'
import { CancelOrder } from '../cancel/cancel-order.tsx'
import { orderColumns } from './order.columns.tsx'
import { useOrderFilters } from './order.filters.ts'
import { detailPath, isNewOrder } from '../order.view.ts'

const BulkDrawer = lazyPiece(async () => ({ default: (await import('../bulk/bulk.drawer.tsx')).BulkDrawer }))

const rowKey = (row: OrderRow) => row.orderId
const open = (row: OrderRow) => openTab(detailPath(row.orderId))
const none: ReadonlySet<string> = new Set()

export default function OrderListScreen() {
  const language = useLocale()
  const filters = useOrderFilters()
  const [found, setFound] = useState<ShownFilter>({ input: {}, ready: false })
  const [cancelling, setCancelling] = useState<OrderRow | null>(null)
  const columns = useMemo(() => orderColumns(language, setCancelling), [language])
  const shown = useRef<ReadonlySet<string>>(none)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(none)
  const mayBulk = useCan('order.bulk')
  const [keys, setKeys] = useState<ReadonlySet<string>>(none)
  const [work, setWork] = useState<BulkWork | null>(null)
  const left = useCall(orderBulkCalls.unfinished, {}, { enabled: mayBulk, silent: true })

  const ask = useThrottled(() => refresh([orderCalls.list]), 2000)
  const onRows = useCallback((rows: readonly OrderRow[]) => {
    shown.current = new Set(rows.map(rowKey))
    setFresh((known) => {
      const stillHidden = [...known].filter((orderId) => !shown.current.has(orderId))
      return stillHidden.length === known.size ? known : new Set(stillHidden)
    })
  }, [])
  useLive(
    'orders',
    (event) => {
      if (shown.current.has(event.orderId)) ask()
      else if (isNewOrder(event.serviceStatus)) setFresh((known) => (known.has(event.orderId) ? known : new Set(known).add(event.orderId)))
    },
    { onGap: ask },
  )

  const showFresh = () => {
    setFresh(none)
    void refresh([orderCalls.list])
  }
  const selection = useMemo(() => ({ keys, onChange: setKeys }), [keys])
  const closeBulk = (changed: boolean) => {
    setWork(null)
    if (changed) setKeys(none)
    void refresh([orderBulkCalls.unfinished])
  }
  const unfinished = left.data?.job
  return (
    <Page title={t('订单列表')} fill>
      <QueryTable
        name="order.list"
        label={t('订单列表')}
        call={orderCalls.list}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        fills={t('电话、客户端和合作渠道下的订单都在这里。')}
        onOpen={open}
        onRows={onRows}
        onFilter={setFound}
        {...(mayBulk && { selection })}
        pollS={usePollS(15, 0)}
        toolbar={
          <>
            {fresh.size > 0 ? (
              <Button type="primary" ghost onClick={showFresh}>
                {t('{n} 个新订单', { n: fresh.size })}
              </Button>
            ) : null}
            {unfinished && unfinished.waiting > 0 ? (
              <Button onClick={() => setWork({ jobId: unfinished.jobId })}>
                {t('继续批量操作（剩 {n} 单）', { n: unfinished.waiting })}
              </Button>
            ) : null}
            {mayBulk && keys.size > 0 ? (
              <Button type="primary" onClick={() => setWork({ chosen: { orderIds: [...keys] }, count: keys.size })}>
                {t('批量处理已选 {n} 单', { n: keys.size })}
              </Button>
            ) : null}
            {mayBulk && keys.size > 0 ? <BulkAll found={found} onWork={setWork} /> : null}
          </>
        }
      />
      <CancelOrder order={cancelling} onClose={() => setCancelling(null)} />
      <WhenOpened open={work !== null}>
        <BulkDrawer work={work} onClose={closeBulk} />
      </WhenOpened>
    </Page>
  )
}

/** Everything that the filters find, with its number; a list too long for one job says so. */
function BulkAll({ found, onWork }: { found: ShownFilter; onWork: (work: BulkWork) => void }) {
  const query = useCall(orderCalls.list, { ...found.input, pageNo: 1, pageSize: 1 }, { silent: true, enabled: found.ready })
  const total = query.data?.total ?? 0
  const tooMany = (query.data?.totalCapped ?? false) || total > BULK_LIMIT
  return (
    <Button
      disabled={!found.ready || total === 0 || tooMany}
      title={found.ready ? (tooMany ? t('超过 {n} 单，请缩小筛选范围', { n: BULK_LIMIT }) : undefined) : t('筛选条件还没有生效或无法识别')}
      onClick={() => onWork({ chosen: { filter: found.input } as BulkSelection, count: total })}
    >
      {t('处理全部符合条件的')}
    </Button>
  )
}
