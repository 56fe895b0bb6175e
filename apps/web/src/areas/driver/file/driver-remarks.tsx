import { type Remark, type RemarkType, remarkTypeText } from '@chauffeur/contract/driver/file'
import { t, tr } from '#platform/text/text.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import './file.css'

const tones = { PRAISE: 'done', WARN: 'wait', NOTE: 'idle', COMPLAINT: 'lost' } as const satisfies Record<RemarkType, string>

/** Remarks on a driver, the newest first. */
export function DriverRemarks({ remarks }: { remarks: readonly Remark[] }) {
  if (remarks.length === 0) return <EmptyState title={t('还没有备注')} />
  return (
    <ul className="driver-remarks">
      {remarks.map((remark) => (
        <li key={remark.remarkId}>
          <p className="driver-remark-head">
            <Tag tone={tones[remark.type]}>{tr(remarkTypeText[remark.type])}</Tag>
            <span>{remark.authorName}</span>
            <Time at={remark.at} />
            {remark.orderId ? <a href={`#/Order/Detail?orderId=${remark.orderId}`}>{t('订单 {no}', { no: remark.orderNo })}</a> : null}
          </p>
          <p className="driver-remark-text">{remark.text}</p>
        </li>
      ))}
    </ul>
  )
}
