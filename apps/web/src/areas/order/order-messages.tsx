import { orderActionCalls, orderMessageKindText, type OrderMessageState, orderMessageWayText } from '@chauffeur/contract/order-action'
import { useCall } from '#platform/call.ts'
import { t, tr } from '#platform/text.ts'
import { Async } from '#ui/async.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Tag } from '#ui/status-tag.tsx'
import type { Tone } from '#ui/status-tag.view.ts'
import { Time } from '#ui/time.tsx'
import type { OrderDetail } from './order.view.ts'

const stateText: Record<OrderMessageState, string> = { WAITING: '等待发送', SENT: '已交网关', FAILED: '发送失败' }
const stateTone: Record<OrderMessageState, Tone> = { WAITING: 'wait', SENT: 'done', FAILED: 'lost' }

/** What was sent to the customer, newest first. */
export default function OrderMessages({ order }: { order: OrderDetail }) {
  const query = useCall(orderActionCalls.messages, { orderId: order.orderId }, { refetchIntervalS: 15 })
  return (
    <Async query={query} isEmpty={({ sent }) => sent.length === 0} empty={<EmptyState title={t('还没有给客户发过消息')} />}>
      {({ sent }) => (
        <table className="order-table order-texts">
          <thead>
            <tr>
              <th scope="col">{t('内容')}</th>
              <th scope="col">{t('方式')}</th>
              <th scope="col">{t('状态')}</th>
              <th scope="col">{t('发送人')}</th>
              <th scope="col">{t('时间')}</th>
            </tr>
          </thead>
          <tbody>
            {sent.map((message) => (
              <tr key={message.messageId}>
                <th scope="row">
                  <strong>{tr(orderMessageKindText[message.kind])}</strong>
                  <br />
                  {message.body}
                </th>
                <td>{tr(orderMessageWayText[message.way])}</td>
                <td>
                  {message.state ? (
                    <Tag tone={stateTone[message.state]}>{tr(stateText[message.state])}</Tag>
                  ) : (
                    <span className="ui-none">—</span>
                  )}
                </td>
                <td>{message.byName || t('系统')}</td>
                <td>
                  <Time at={message.at} as="exact" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Async>
  )
}
