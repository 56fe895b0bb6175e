import { orderSoundCalls, soundActionText } from '@chauffeur/contract/order/sound'
import { useCall } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { Timeline } from '#kit/detail/timeline.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import './phone.css'

/** Who stored a recording, listened to it, kept it longer. */
export function SoundLog({ recordId }: { recordId: string }) {
  return useCan('sound.view') ? <Log recordId={recordId} /> : null
}

function Log({ recordId }: { recordId: string }) {
  const query = useCall(orderSoundCalls.log, { recordId, pageNo: 1, pageSize: 50 })
  return (
    <section>
      <h3 className="phone-area-heading">{t('录音操作记录')}</h3>
      <Async query={query} skeleton={<Skeleton lines={2} />} isEmpty={({ rows }) => rows.length === 0}>
        {({ rows }) => (
          <Timeline
            label={t('录音操作记录')}
            steps={rows
              .toSorted((a, b) => a.at.localeCompare(b.at))
              .map((row) => ({
                key: `${row.at} ${row.action}`,
                at: row.at,
                title: tr(soundActionText[row.action]),
                tone: 'idle',
                by: row.userName,
                reason: row.reason,
              }))}
          />
        )}
      </Async>
    </section>
  )
}
