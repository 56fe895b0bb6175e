import { phoneCalls, wrapUpText } from '@chauffeur/contract/phone'
import { Pagination } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/call.ts'
import { t, tr } from '#platform/text.ts'
import { CallWord } from '#shared/phone/call-word.tsx'
import { Player } from '#shared/phone/player.tsx'
import { Async } from '#ui/async.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { clockText } from '#ui/measure.view.ts'
import { Phone } from '#ui/phone.tsx'
import { Time } from '#ui/time.tsx'
import type { OrderDetail } from './order.view.ts'

const SIZE = 20
const none = <span className="ui-none">—</span>
const length = (seconds: number | null) => (seconds === null ? none : <span className="ui-number">{clockText(seconds)}</span>)

/** Calls that were about the order, newest first, with what became of them and their recordings. */
export default function OrderCalls({ order }: { order: OrderDetail }) {
  const [pageNo, setPageNo] = useState(1)
  const query = useCall(phoneCalls.list, { orderId: order.orderId, pageNo, pageSize: SIZE }, { keepPrevious: true, refetchIntervalS: 30 })
  return (
    <Async query={query} isEmpty={({ total }) => total === 0} empty={<EmptyState title={t('还没有关于本单的通话')} />}>
      {({ rows, total }) => (
        <>
          <table className="order-table order-texts">
            <thead>
              <tr>
                <th scope="col">{t('开始时间')}</th>
                <th scope="col">{t('方向与结果')}</th>
                <th scope="col">{t('号码')}</th>
                <th scope="col">{t('客服')}</th>
                <th scope="col">{t('振铃')}</th>
                <th scope="col">{t('通话时长')}</th>
                <th scope="col">{t('处理结果')}</th>
                <th scope="col">{t('录音')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.callId}>
                  <th scope="row">
                    <Time at={row.startedAt} as="exact" />
                  </th>
                  <td>
                    <CallWord row={row} />
                  </td>
                  <td>{row.phone === '' ? none : <Phone value={row.phone} dial={{ of: 'CALL', id: row.callId }} />}</td>
                  <td>{row.agentName}</td>
                  <td>{length(row.ringS)}</td>
                  <td>{length(row.talkS)}</td>
                  <td className="order-words">
                    {row.wrapUp ? tr(wrapUpText[row.wrapUp]) : none}
                    {row.note === '' ? null : <div className="order-step-by">{row.note}</div>}
                  </td>
                  <td>{row.recordId ? <Player recordId={row.recordId} /> : none}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {total > SIZE ? (
            <Pagination size="small" current={pageNo} pageSize={SIZE} total={total} showSizeChanger={false} onChange={setPageNo} />
          ) : null}
        </>
      )}
    </Async>
  )
}
