import { activityLogCalls } from '@chauffeur/contract/operations/activity-log'
import { callWords } from '#kit/log/call-words.ts'
import { fieldWords } from '#kit/log/field-words.ts'
import { useCall } from '#platform/http/call.ts'
import { joined, t } from '#platform/text/text.ts'
import { Panel } from '#ui/page/page.tsx'
import { Time } from '#ui/show/time.tsx'

const SHOWN = 8

/** Who changed what of a customer last. */
export default function CustomerLog({ customerId }: { customerId: string }) {
  const of = { object: 'customer', objectId: customerId }
  const rows = useCall(activityLogCalls.changes, { ...of, pageNo: 1, pageSize: SHOWN }, { silent: true }).data?.rows ?? []
  if (rows.length === 0) return null
  const all = `#/Sys/Log?${new URLSearchParams({ view: 'changes', ...of }).toString()}`
  return (
    <Panel title={t('修改记录')} extra={<a href={all}>{t('全部修改记录')}</a>}>
      <ul className="customer-lines">
        {rows.map(({ logId, at, actorName, summary, call, changes }) => (
          <li key={logId}>
            {callWords(summary, call)}
            {changes.length > 0 ? `：${joined([...new Set(changes.map(({ path }) => fieldWords(path.split('.')[0]!)))])}` : ''}{' '}
            <span className="customer-soft">
              {actorName} · <Time at={at} as="short" />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
