import { driverStandingCalls, type ExpEntry, expNoteText } from '@chauffeur/contract/driver/level-driver'
import { expEventText } from '@chauffeur/contract/driver/level-model'
import { Facts } from '#kit/detail/facts.tsx'
import { PagedTable } from '#kit/list/paged-table.tsx'
import { useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Panel } from '#ui/page/page.tsx'
import { percentText } from '#ui/show/measure.view.ts'
import { Time } from '#ui/show/time.tsx'
import { givesWords, signed } from './level.view.ts'

const noteWords = (note: ExpEntry['note']) => (note === '' ? '' : tr(expNoteText[note]))

/** On a driver's page: their level, why it is so, and what moved it. */
export function DriverLevelPanel({ driverId }: { driverId: string }) {
  return useMay(driverStandingCalls.driver) ? <Level driverId={driverId} /> : null
}

function Level({ driverId }: { driverId: string }) {
  const query = useCall(driverStandingCalls.driver, { driverId })
  return (
    <Panel title={t('等级与经验')} extra={<a href={`#/DriverConfig/DriverLevelLog?driverId=${driverId}`}>{t('变更记录')}</a>}>
      <Async query={query}>
        {(standing) => (
          <>
            <p>
              <span className="driver-level" style={{ borderColor: standing.colour }}>
                {tr(standing.name)}
              </span>
            </p>
            <ul>
              {[...standing.words, ...standing.acceptance.words].map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <Facts
              as="pairs"
              facts={[
                [t('经验值'), standing.figures.exp],
                [t('本月完单'), standing.figures.orders],
                [t('有责取消率'), percentText(standing.figures.cancelBp)],
                [t('接单率（近 30 天）'), standing.figures.acceptBp === null ? t('无派单') : percentText(standing.figures.acceptBp)],
                [t('评分'), (standing.figures.ratingX100 / 100).toFixed(2)],
                [t('等级权益'), givesWords(standing)],
              ]}
            />
          </>
        )}
      </Async>
      <PagedTable
        call={driverStandingCalls.experience}
        input={{ driverId }}
        label={t('经验值')}
        empty={t('还没有经验值记录')}
        pageSize={5}
        rowKey={({ experienceId }) => experienceId}
        columns={[
          { title: t('事件'), head: true, cell: ({ event }) => tr(expEventText[event]) },
          { title: t('关于'), cell: ({ about }) => about },
          {
            title: t('经验值'),
            end: true,
            cell: ({ delta, note }) => (delta === null ? t('待计算') : [signed(delta), noteWords(note)].filter(Boolean).join(' ')),
          },
          { title: t('累计'), end: true, cell: ({ balance }) => balance ?? '' },
          { title: t('时间'), cell: ({ at }) => <Time at={at} /> },
        ]}
      />
    </Panel>
  )
}
