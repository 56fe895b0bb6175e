import { orderProgressCalls } from '@chauffeur/contract/order/progress'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { actorTypeText } from '@chauffeur/contract/order/model'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { noteTitle } from '#shared/order/event.view.ts'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { detailWords } from './log.view.ts'
import type { OrderDetail } from '../order.view.ts'
import { PagedTable } from '../model/paged-table.tsx'
import '../order.css'

type Entry = AnswerOf<typeof orderProgressCalls.log>['rows'][number]
/** Of one line each, and an order has many. */
const SIZE = 50

/** Everything that was done to the order, with what it changed; newest first. */
export default function OrderLog({ order }: { order: OrderDetail }) {
  const [pageNo, setPageNo] = useState(1)
  const query = useCall(orderProgressCalls.log, { orderId: order.orderId, pageNo, pageSize: SIZE }, { keepPrevious: true })
  return (
    <PagedTable
      query={query}
      empty={t('本单还没有操作')}
      heads={[t('操作'), t('操作人'), t('时间')]}
      pageNo={pageNo}
      pageSize={SIZE}
      onPage={setPageNo}
      row={(entry) => (
        <tr key={entry.seq}>
          <th scope="row">
            <What entry={entry} />
          </th>
          <td>{[tr(actorTypeText[entry.actorType]), entry.actorName].filter(Boolean).join(' · ')}</td>
          <td>
            <Time at={entry.at} as="exact" />
          </td>
        </tr>
      )}
    />
  )
}

function What({ entry }: { entry: Entry }) {
  const details = detailWords(entry.detail)
  const note = noteTitle(entry)
  return (
    <>
      {note === null ? <StatusTag service={entry.toStatus} /> : <strong>{note}</strong>}
      {tr(entry.reason)}
      {details.length > 0 ? <div className="order-step-by">{details.join(t('；'))}</div> : null}
    </>
  )
}
