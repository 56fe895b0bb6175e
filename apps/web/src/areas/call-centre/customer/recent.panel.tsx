import { normalPhone } from '@chauffeur/contract/kernel/telephone-number'
import type { deskCustomerCalls } from '@chauffeur/contract/customer/card'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { t } from '#platform/text/text.ts'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Time } from '#ui/show/time.tsx'
import '../call-centre.css'
import './customer.css'

export const RECENT = 5

type Row = AnswerOf<typeof deskCustomerCalls.recentPhones>['rows'][number]

/** Whom this operator served last, while nobody rings: the customer who calls back is one key away. */
export function RecentPanel({ rows, onPick }: { rows: readonly Row[]; onPick: (phone: string) => void }) {
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className="desk-head">{t('最近接单的客户')}</h2>
      <ol className="desk-list">
        {rows.map((row, index) => (
          <li key={row.lastOrderId}>
            <button type="button" className="desk-pick" onClick={() => onPick(row.phone)} disabled={normalPhone(row.phone) === null}>
              <KeyHint keys={`Alt+${index + 1}`} />
              <span className="desk-recent">
                <span>
                  {row.phone} <span lang="zh-CN">{row.name}</span> <StatusTag service={row.serviceStatus} />
                </span>
                <span className="desk-row-more">
                  <Time at={row.lastOrderAt} /> · <span lang="zh-CN">{row.pickup?.address}</span>
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
