import { orderSoundCalls, soundSourceText } from '@chauffeur/contract/order-sound'
import { Pagination } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/call.ts'
import { t, tr } from '#platform/text.ts'
import { Player } from '#shared/phone/player.tsx'
import { Async } from '#ui/async.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { clockText } from '#ui/measure.view.ts'
import { Tag } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'
import type { OrderDetail } from './order.view.ts'

const SIZE = 20
const none = <span className="ui-none">—</span>

/** Recordings of the order: of its calls, of the privacy number and of the trip; newest first. */
export default function OrderSounds({ order }: { order: OrderDetail }) {
  const [pageNo, setPageNo] = useState(1)
  const query = useCall(orderSoundCalls.recordList, { orderId: order.orderId, pageNo, pageSize: SIZE }, { keepPrevious: true })
  return (
    <Async query={query} isEmpty={({ total }) => total === 0} empty={<EmptyState title={t('本单没有录音')} />}>
      {({ rows, total }) => (
        <>
          <table className="order-table order-texts">
            <thead>
              <tr>
                <th scope="col">{t('录音时间')}</th>
                <th scope="col">{t('来源')}</th>
                <th scope="col">{t('主叫')}</th>
                <th scope="col">{t('被叫')}</th>
                <th scope="col">{t('时长')}</th>
                <th scope="col">{t('保存至')}</th>
                <th scope="col">{t('录音')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.recordId}>
                  <th scope="row">
                    <Time at={row.startedAt} as="exact" />
                  </th>
                  <td>{tr(soundSourceText[row.source])}</td>
                  <td>{row.fromParty || none}</td>
                  <td>{row.toParty || none}</td>
                  <td className="ui-number">{clockText(row.seconds)}</td>
                  <td>{row.expired ? <Tag tone="off">{t('已过期')}</Tag> : <Time at={row.expireAt} as="exact" />}</td>
                  <td>{row.expired ? none : <Player recordId={row.recordId} />}</td>
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
