import { orderProgressCalls } from '@chauffeur/contract/order/progress'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { actorTypeText } from '@chauffeur/contract/order/model'
import { t, tr } from '#platform/text/text.ts'
import { noteTitle } from '#shared/order/event.view.ts'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { detailWords } from './log.view.ts'
import type { OrderDetail } from '../order.view.ts'
import { PagedTable } from '#kit/list/paged-table.tsx'
import '../order.css'

type Entry = AnswerOf<typeof orderProgressCalls.log>['rows'][number]
/** Of one line each, and an order has many. */
const SIZE = 50

/** Everything that was done to the order, with what it changed; newest first. */
export default function OrderLog({ order: { orderId } }: { order: OrderDetail }) {
  return (
    <PagedTable
      call={orderProgressCalls.log}
      input={{ orderId }}
      label={t('操作日志')}
      empty={t('本单还没有操作')}
      pageSize={SIZE}
      rowKey={({ seq }) => seq}
      columns={[
        { title: t('操作'), head: true, cell: (entry) => <What entry={entry} /> },
        { title: t('操作人'), cell: (entry) => [tr(actorTypeText[entry.actorType]), entry.actorName].filter(Boolean).join(' · ') },
        { title: t('时间'), cell: (entry) => <Time at={entry.at} as="exact" /> },
      ]}
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
