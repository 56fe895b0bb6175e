import { orderSoundCalls, soundSourceText } from '@chauffeur/contract/order/sound'
import { t, tr } from '#platform/text/text.ts'
import { Player } from '#shared/phone/player.tsx'
import { clockText } from '#ui/show/measure.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import type { OrderDetail } from '../order.view.ts'
import { none } from '#kit/list/columns.tsx'
import { PagedTable } from '#kit/list/paged-table.tsx'

/** Recordings of the order: of its calls, of the privacy number and of the trip; newest first. */
export default function OrderSounds({ order: { orderId } }: { order: OrderDetail }) {
  return (
    <PagedTable
      call={orderSoundCalls.recordList}
      input={{ orderId }}
      label={t('订单录音')}
      empty={t('本单没有录音')}
      rowKey={({ recordId }) => recordId}
      columns={[
        { title: t('录音时间'), head: true, cell: (row) => <Time at={row.startedAt} as="short" /> },
        { title: t('来源'), cell: (row) => tr(soundSourceText[row.source]) },
        { title: t('主叫'), cell: (row) => row.fromParty || none },
        { title: t('被叫'), cell: (row) => row.toParty || none },
        { title: t('时长'), end: true, cell: (row) => clockText(row.seconds) },
        { title: t('保存至'), cell: (row) => (row.expired ? <Tag tone="off">{t('已过期')}</Tag> : <Time at={row.expireAt} as="short" />) },
        { title: t('录音'), cell: (row) => (row.expired ? none : <Player recordId={row.recordId} />) },
      ]}
    />
  )
}
