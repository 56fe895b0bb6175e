import { orderCalls } from '@chauffeur/contract/order'
import { liveServiceStatuses } from '@chauffeur/contract/order-model'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCall } from '#platform/call.ts'
import { useLive, usePollS } from '#platform/live.ts'
import { useTabTitle } from '#platform/tab.ts'
import { t } from '#platform/text.ts'
import { Async, Skeleton } from '#ui/async.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'
import { Page, Panel } from '#ui/page.tsx'
import { StatusTag } from '#ui/status-tag.tsx'
import { Elapsed } from '#ui/time.tsx'
import { usePaced } from '#ui/use-paced.ts'
import { CancelOrder } from './cancel-order.tsx'
import { OrderBill } from './order-bill.tsx'
import { OrderDispatch } from './order-dispatch.tsx'
import { OrderCancellation, OrderCustomer, OrderDriver, OrderTrip } from './order-people.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import type { OrderDetail } from './order.view.ts'
import './order.css'

export default function OrderDetailScreen() {
  const [params] = useSearchParams()
  const orderId = params.get('orderId') ?? ''
  if (!/^[1-9]\d{0,17}$/.test(orderId)) {
    return (
      <Page title={t('订单详情')}>
        <EmptyState title={t('地址里没有订单编号')} action={<a href="#/Order/List">{t('去订单列表')}</a>} />
      </Page>
    )
  }
  return <Detail key={orderId} orderId={orderId} />
}

function Detail({ orderId }: { orderId: string }) {
  const query = useCall(orderCalls.info, { orderId }, { refetchIntervalS: usePollS(5, 30) })
  const ask = usePaced(() => query.refetch(), 500)
  useLive('orders', (event) => event.orderId === orderId && ask(), { onGap: ask })
  const [cancelling, setCancelling] = useState(false)
  const order = query.data
  useTabTitle(order ? t('订单 {no}', { no: order.orderNo.slice(-6) }) : t('订单详情'))
  return (
    <Page
      title={order ? order.orderNo : t('订单详情')}
      extra={order ? <Standing order={order} /> : undefined}
      actions={
        order?.allowedActions.includes('cancel') ? (
          <Button danger onClick={() => setCancelling(true)}>
            {t('取消订单')}
          </Button>
        ) : undefined
      }
    >
      <Async query={query} skeleton={<DetailSkeleton />}>
        {(known) => (
          <div className="order-detail">
            <Panel title={t('进程')} className="order-detail-time">
              <OrderTimeline timeline={known.timeline} goesOn={liveServiceStatuses.includes(known.serviceStatus)} />
            </Panel>
            <div className="order-stack">
              <OrderBill order={known} />
              <OrderDispatch order={known} />
            </div>
            <div className="order-stack">
              <OrderCancellation order={known} />
              <OrderDriver order={known} />
              <OrderCustomer order={known} />
              <OrderTrip order={known} />
            </div>
          </div>
        )}
      </Async>
      <CancelOrder order={cancelling && order ? order : null} onClose={() => setCancelling(false)} />
    </Page>
  )
}

function Standing({ order }: { order: OrderDetail }) {
  return (
    <>
      <StatusTag service={order.serviceStatus} />
      {liveServiceStatuses.includes(order.serviceStatus) ? <Elapsed since={order.statusSince} /> : null}
      <StatusTag pay={order.payStatus} />
      <Money fen={order.totalFen ?? order.estimateFen} />
    </>
  )
}

function DetailSkeleton() {
  return (
    <div className="order-detail">
      <Panel title={t('进程')} className="order-detail-time">
        <Skeleton lines={8} height={48} />
      </Panel>
      <div className="order-stack">
        <Panel title={t('费用')}>
          <Skeleton lines={6} height={28} />
        </Panel>
        <Panel title={t('派单')}>
          <Skeleton lines={5} height={28} />
        </Panel>
      </div>
      <div className="order-stack">
        <Panel title={t('司机')}>
          <Skeleton lines={6} height={24} />
        </Panel>
        <Panel title={t('客户')}>
          <Skeleton lines={6} height={24} />
        </Panel>
      </div>
    </div>
  )
}
