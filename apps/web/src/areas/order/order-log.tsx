import { orderActionCalls } from '@chauffeur/contract/order-action'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { actorTypeText } from '@chauffeur/contract/order-model'
import { Pagination } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/call.ts'
import { t, tr } from '#platform/text.ts'
import { eventWords } from '#shared/order/event.view.ts'
import { Async } from '#ui/async.tsx'
import { StatusTag } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'
import { detailWords } from './log.view.ts'
import type { OrderDetail } from './order.view.ts'

type Entry = AnswerOf<typeof orderActionCalls.log>['rows'][number]
const SIZE = 50

/** Everything that was done to the order, with what it changed; newest first. */
export default function OrderLog({ order }: { order: OrderDetail }) {
  const [pageNo, setPageNo] = useState(1)
  const query = useCall(orderActionCalls.log, { orderId: order.orderId, pageNo, pageSize: SIZE }, { keepPrevious: true })
  return (
    <Async query={query}>
      {({ rows, total }) => (
        <>
          <table className="order-table order-texts">
            <thead>
              <tr>
                <th scope="col">{t('操作')}</th>
                <th scope="col">{t('状态')}</th>
                <th scope="col">{t('操作人')}</th>
                <th scope="col">{t('时间')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((entry) => (
                <tr key={entry.seq}>
                  <th scope="row">
                    <What entry={entry} />
                  </th>
                  <td>
                    <StatusTag service={entry.toStatus} />
                  </td>
                  <td>{[tr(actorTypeText[entry.actorType]), entry.actorName].filter(Boolean).join(' · ')}</td>
                  <td>
                    <Time at={entry.at} as="exact" />
                  </td>
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

function What({ entry }: { entry: Entry }) {
  const details = detailWords(entry.detail)
  return (
    <>
      <strong>{eventWords(entry.event, entry.toStatus)}</strong> {entry.reason}
      {details.length > 0 ? <div className="order-step-by">{details.join(t('；'))}</div> : null}
    </>
  )
}
