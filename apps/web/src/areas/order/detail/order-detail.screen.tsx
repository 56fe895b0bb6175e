import { orderCalls } from '@chauffeur/contract/order/list'
import { AUDIT_STATUS, liveServiceStatuses, searchingServiceStatuses } from '@chauffeur/contract/order/model'
import { auditStatusText } from '@chauffeur/contract/order/right-audit'
import { Alert } from 'antd'
import { useEffect, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { defineDetail, DetailPage } from '#kit/detail/detail-page.tsx'
import { ClaimsPanel } from '#shared/driver/claims.panel.tsx'
import { OrderTimeline } from '#shared/order/order-timeline.tsx'
import { Skeleton } from '#ui/page/async.tsx'
import { Money } from '#ui/show/money.tsx'
import { Panel } from '#ui/page/page.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { ClockOf, Elapsed } from '#ui/show/time.tsx'
import { useThrottled } from '#ui/timing/use-throttled.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { OrderActions } from '../edit/order-actions.tsx'
import { type OpenOrderDialog, OrderDialogs } from '../edit/order-dialogs.tsx'
import { OrderBill } from '../bill/order-bill.tsx'
import { OrderDispatch } from './order-dispatch.tsx'
import { OrderNumber } from './order-number.tsx'
import { OrderCancellation, OrderCustomer, OrderDriver, OrderTrip } from './order-people.tsx'
import type { OrderDetail } from '../order.view.ts'
import { stateTone as auditTone } from '../right-audit/audit.view.ts'
import './detail.css'

const OrderTrack = lazyPiece(() => import('../evidence/order-track.tsx'), 'place')
const OrderMessages = lazyPiece(() => import('./order-messages.tsx'), 'place')
const OrderFiles = lazyPiece(() => import('../evidence/order-files.tsx'), 'place')
const OrderCalls = lazyPiece(() => import('./order-calls.tsx'), 'place')
const OrderSounds = lazyPiece(() => import('../sound/order-sounds.tsx'), 'place')
const OrderLog = lazyPiece(() => import('./order-log.tsx'), 'place')

export default defineDetail(
  'orderId',
  () => ({ title: t('订单详情'), noId: t('地址里没有订单编号'), list: ['/Order/List', t('去订单列表')] }),
  OrderPage,
)

function OrderPage({ id: orderId }: { id: string }) {
  const [searching, setSearching] = useState(false)
  // Drivers come, go and move within a round, which no event tells.
  const query = useCall(
    orderCalls.info,
    { orderId },
    { saysRefusals: true, refetchIntervalS: usePollS(searching ? 2 : 5, searching ? 2 : 30) },
  )
  const ask = useThrottled(() => query.refetch(), 500)
  useLive('orders', (event) => event.orderId === orderId && ask(), { onGap: ask })
  const [opened, setOpened] = useState<OpenOrderDialog>(null)
  const mayCalls = useCan('callLog.view')
  const maySounds = useCan('sound.view')
  const status = query.data?.serviceStatus
  useEffect(() => setSearching(status !== undefined && searchingServiceStatuses.includes(status)), [status])
  return (
    <ClockOf value={query.data?.utcOffsetMinutes ?? null}>
      <DetailPage
        query={query}
        title={({ orderNo }) => orderNo}
        tabTitle={({ orderNo }) => t('订单 {no}', { no: orderNo.slice(-6) })}
        status={(order) => <Standing order={order} />}
        actions={(order) => <OrderActions order={order} onOpen={setOpened} />}
        skeleton={<DetailSkeleton />}
        tabs={(order) => [
          { key: 'overview', label: t('概况'), children: <Overview order={order} onOpen={setOpened} /> },
          order.acceptedAt !== null && { key: 'track', label: t('轨迹回放'), children: <OrderTrack order={order} /> },
          order.acceptedAt !== null && { key: 'files', label: t('照片与票据'), children: <OrderFiles order={order} /> },
          { key: 'messages', label: t('消息'), children: <OrderMessages order={order} /> },
          mayCalls && { key: 'calls', label: t('通话记录'), children: <OrderCalls order={order} /> },
          maySounds && { key: 'sounds', label: t('订单录音'), children: <OrderSounds order={order} /> },
          { key: 'log', label: t('操作日志'), children: <OrderLog order={order} /> },
        ]}
      >
        {(order) => (
          <>
            {order.openReviewId ? (
              <Alert
                type="warning"
                showIcon
                className="order-review-notice"
                title={t('有一条取消申请待处理')}
                action={<a href={`#/Order/CancelReview?orderId=${order.orderId}`}>{t('去处理')}</a>}
              />
            ) : null}
            <OrderDialogs order={order} opened={opened} onClose={() => setOpened(null)} />
          </>
        )}
      </DetailPage>
    </ClockOf>
  )
}

function Overview({ order, onOpen }: { order: OrderDetail; onOpen: (what: OpenOrderDialog) => void }) {
  const mayMap = order.partnerBookingId === '' && order.allowedActions.includes('remark')
  return (
    <div className="order-detail">
      <Panel title={t('进程')} className="order-detail-time">
        <OrderTimeline order={order} />
      </Panel>
      <div className="order-stack">
        <OrderBill order={order} />
        <OrderDispatch order={order} />
      </div>
      <div className="order-stack">
        <OrderCancellation order={order} />
        <OrderDriver order={order} />
        <ClaimsPanel orderId={order.orderId} />
        <OrderCustomer order={order} />
        <OrderNumber order={order} />
        <OrderTrip order={order} onPartner={mayMap ? () => onOpen('partner') : undefined} />
      </div>
    </div>
  )
}

function Standing({ order }: { order: OrderDetail }) {
  return (
    <>
      <StatusTag service={order.serviceStatus} prepayUntil={order.prepayUntil} />
      {liveServiceStatuses.includes(order.serviceStatus) ? <Elapsed since={order.statusSince} /> : null}
      <StatusTag pay={order.payStatus} of={order.serviceStatus} />
      <Money fen={order.totalFen ?? order.estimateFen} />
      {order.auditStatus === AUDIT_STATUS.notNeeded ? null : (
        <Tag tone={auditTone[order.auditStatus]}>{`${t('权益审核')} · ${tr(auditStatusText[order.auditStatus])}`}</Tag>
      )}
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
