import { phoneCalls, wrapUpText } from '@chauffeur/contract/call-centre/phone'
import { t, tr } from '#platform/text/text.ts'
import { CallResult } from '#shared/phone/call-result.tsx'
import { Player } from '#shared/phone/player.tsx'
import { clockText } from '#ui/show/measure.view.ts'
import { Phone } from '#kit/show/phone.tsx'
import { Time } from '#ui/show/time.tsx'
import type { OrderDetail } from '../order.view.ts'
import { none } from '#kit/list/columns.tsx'
import { PagedTable } from '#kit/list/paged-table.tsx'
import '../order.css'
import './detail.css'

const length = (seconds: number | null) => (seconds === null ? none : <span className="ui-number">{clockText(seconds)}</span>)

/** Calls that were about the order, newest first, with what became of them and their recordings. */
export default function OrderCalls({ order: { orderId } }: { order: OrderDetail }) {
  return (
    <PagedTable
      call={phoneCalls.list}
      input={{ orderId }}
      label={t('通话记录')}
      empty={t('还没有关于本单的通话')}
      pollS={30}
      rowKey={({ callId }) => callId}
      columns={[
        { title: t('开始时间'), head: true, cell: (row) => <Time at={row.startedAt} as="short" /> },
        { title: t('方向与结果'), cell: (row) => <CallResult row={row} /> },
        { title: t('号码'), cell: (row) => (row.phone === '' ? none : <Phone value={row.phone} dial={{ of: 'CALL', id: row.callId }} />) },
        { title: t('客服'), cell: (row) => row.agentName },
        { title: t('振铃'), end: true, cell: (row) => length(row.ringS) },
        { title: t('通话时长'), end: true, cell: (row) => length(row.talkS) },
        {
          title: t('处理结果'),
          cell: (row) => (
            <>
              {row.wrapUp ? tr(wrapUpText[row.wrapUp]) : none}
              {row.note === '' ? null : <div className="order-step-by">{row.note}</div>}
            </>
          ),
        },
        { title: t('录音'), cell: (row) => (row.recordId ? <Player recordId={row.recordId} /> : none) },
      ]}
    />
  )
}
