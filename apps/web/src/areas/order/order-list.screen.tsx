import { orderCalls, type OrderRow } from '@chauffeur/contract/order'
import { Button } from 'antd'
import { useCallback, useMemo, useRef, useState } from 'react'
import { refresh } from '#platform/call.ts'
import { useLive, usePollS } from '#platform/live.ts'
import { openTab } from '#platform/tab.ts'
import { t, useLocale } from '#platform/text.ts'
import { Page } from '#ui/page.tsx'
import { QueryTable } from '#ui/query-table.tsx'
import { usePaced } from '#ui/use-paced.ts'
import { CancelOrder } from './cancel-order.tsx'
import { orderColumns } from './order-columns.tsx'
import { useOrderFilters } from './order-filters.ts'
import { detailPath, isNewOrder } from './order.view.ts'
import './order.css'

const rowKey = (row: OrderRow) => row.orderId
const open = (row: OrderRow) => openTab(detailPath(row.orderId))

export default function OrderListScreen() {
  const language = useLocale()
  const filters = useOrderFilters()
  const [cancelling, setCancelling] = useState<OrderRow | null>(null)
  const columns = useMemo(() => orderColumns(language, setCancelling), [language])
  const shown = useRef<ReadonlySet<string>>(new Set())
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())

  const ask = usePaced(() => refresh([orderCalls.list]), 2000)
  const onRows = useCallback((rows: readonly OrderRow[]) => {
    shown.current = new Set(rows.map(rowKey))
    setFresh((known) => {
      const left = [...known].filter((orderId) => !shown.current.has(orderId))
      return left.length === known.size ? known : new Set(left)
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
    setFresh(new Set())
    void refresh([orderCalls.list])
  }
  return (
    <Page title={t('订单列表')} fill>
      <QueryTable
        name="order.list"
        label={t('订单列表')}
        call={orderCalls.list}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        onOpen={open}
        onRows={onRows}
        pollS={usePollS(15, 0)}
        toolbar={
          fresh.size > 0 ? (
            <Button type="primary" ghost onClick={showFresh}>
              {t('{n} 个新订单', { n: fresh.size })}
            </Button>
          ) : undefined
        }
      />
      <CancelOrder order={cancelling} onClose={() => setCancelling(null)} />
    </Page>
  )
}
