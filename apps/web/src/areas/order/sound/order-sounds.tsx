import { orderSoundCalls, soundSourceText } from '@chauffeur/contract/order/sound'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Player } from '#shared/phone/player.tsx'
import { clockText } from '#ui/show/measure.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import type { OrderDetail } from '../order.view.ts'
import { PAGE_SIZE, PagedTable } from '../model/paged-table.tsx'

const none = <span className="ui-none">—</span>

/** Recordings of the order: of its calls, of the privacy number and of the trip; newest first. */
export default function OrderSounds({ order }: { order: OrderDetail }) {
  const [pageNo, setPageNo] = useState(1)
  const query = useCall(orderSoundCalls.recordList, { orderId: order.orderId, pageNo, pageSize: PAGE_SIZE }, { keepPrevious: true })
  return (
    <PagedTable
      query={query}
      empty={t('本单没有录音')}
      heads={[t('录音时间'), t('来源'), t('主叫'), t('被叫'), t('时长'), t('保存至'), t('录音')]}
      pageNo={pageNo}
      onPage={setPageNo}
      row={(row) => (
        <tr key={row.recordId}>
          <th scope="row">
            <Time at={row.startedAt} as="short" />
          </th>
          <td>{tr(soundSourceText[row.source])}</td>
          <td>{row.fromParty || none}</td>
          <td>{row.toParty || none}</td>
          <td className="ui-number">{clockText(row.seconds)}</td>
          <td>{row.expired ? <Tag tone="off">{t('已过期')}</Tag> : <Time at={row.expireAt} as="short" />}</td>
          <td>{row.expired ? none : <Player recordId={row.recordId} />}</td>
        </tr>
      )}
    />
  )
}
