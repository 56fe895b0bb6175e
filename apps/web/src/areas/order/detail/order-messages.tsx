import { orderEditCalls, orderMessageKindText, type OrderMessageState, orderMessageWayText } from '@chauffeur/contract/order/edit'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { Tag } from '#ui/show/tag.tsx'
import type { Tone } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import type { OrderDetail } from '../order.view.ts'
import '../order.css'
import './detail.css'

const stateText: Record<OrderMessageState, string> = { WAITING: '等待发送', SENT: '已交网关', FAILED: '发送失败' }
const stateTone: Record<OrderMessageState, Tone> = { WAITING: 'wait', SENT: 'done', FAILED: 'lost' }

/** What was sent to the customer, newest first. */
export default function OrderMessages({ order }: { order: OrderDetail }) {
  const query = useCall(orderEditCalls.messages, { orderId: order.orderId }, { refetchIntervalS: 15 })
  return (
    <Async query={query} isEmpty={({ sent }) => sent.length === 0} empty={<EmptyState title={t('还没有给客户发过消息')} />}>
      {({ sent }) => (
        <PlainTable
          className="order-table order-texts"
          rows={sent}
          rowKey={({ messageId }) => messageId}
          columns={[
            {
              title: t('内容'),
              head: true,
              cell: ({ kind, body }) => (
                <>
                  <strong>{tr(orderMessageKindText[kind])}</strong>
                  <br />
                  {body}
                </>
              ),
            },
            { title: t('方式'), cell: ({ way }) => tr(orderMessageWayText[way]) },
            {
              title: t('状态'),
              cell: ({ state }) => (state ? <Tag tone={stateTone[state]}>{tr(stateText[state])}</Tag> : <span className="ui-none">—</span>),
            },
            { title: t('发送人'), cell: ({ byName }) => byName || t('系统') },
            { title: t('时间'), cell: ({ at }) => <Time at={at} as="short" /> },
          ]}
        />
      )}
    </Async>
  )
}
