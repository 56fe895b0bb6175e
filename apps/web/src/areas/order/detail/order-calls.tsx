import { phoneCalls, wrapUpText } from '@chauffeur/contract/call-centre/phone'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { CallResult } from '#shared/phone/call-result.tsx'
import { Player } from '#shared/phone/player.tsx'
import { clockText } from '#ui/show/measure.view.ts'
import { Phone } from '#kit/show/phone.tsx'
import { Time } from '#ui/show/time.tsx'
import type { OrderDetail } from '../order.view.ts'
import { PAGE_SIZE, PagedTable } from '../model/paged-table.tsx'
import '../order.css'
import './detail.css'

const none = <span className="ui-none">—</span>
const length = (seconds: number | null) => (seconds === null ? none : <span className="ui-number">{clockText(seconds)}</span>)

/** Calls that were about the order, newest first, with what became of them and their recordings. */
export default function OrderCalls({ order }: { order: OrderDetail }) {
  const [pageNo, setPageNo] = useState(1)
  const query = useCall(
    phoneCalls.list,
    { orderId: order.orderId, pageNo, pageSize: PAGE_SIZE },
    { keepPrevious: true, refetchIntervalS: 30 },
  )
  return (
    <PagedTable
      query={query}
      empty={t('还没有关于本单的通话')}
      heads={[t('开始时间'), t('方向与结果'), t('号码'), t('客服'), t('振铃'), t('通话时长'), t('处理结果'), t('录音')]}
      pageNo={pageNo}
      onPage={setPageNo}
      row={(row) => (
        <tr key={row.callId}>
          <th scope="row">
            <Time at={row.startedAt} as="short" />
          </th>
          <td>
            <CallResult row={row} />
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
      )}
    />
  )
}
