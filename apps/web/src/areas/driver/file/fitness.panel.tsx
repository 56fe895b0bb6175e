import { driverFitnessCalls, type FitnessState, fitnessStateText } from '@chauffeur/contract/qualification/fitness'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Tag, type Tone } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'

const tones: Record<FitnessState, Tone> = { OK: 'done', SOON: 'wait', ASKED: 'run', STOPS: 'lost' }

/** On a driver's page: whether they may go on duty now, and what stands in the way, point by point. */
export function FitnessPanel({ driverId }: { driverId: string }) {
  const query = useCall(driverFitnessCalls.fitness, { driverId }, { refetchIntervalS: 60 })
  return (
    <Panel
      title={t('上线条件')}
      extra={query.data ? <Tag tone={query.data.fit ? 'done' : 'lost'}>{query.data.fit ? t('可以上线') : t('不能上线')}</Tag> : null}
    >
      <Async query={query}>
        {({ points, told }) => (
          <>
            <PlainTable
              label={t('上线条件')}
              rows={points}
              rowKey={({ point }) => point}
              columns={[
                { title: t('项目'), head: true, cell: ({ name }) => name },
                { title: t('状态'), cell: ({ state }) => <Tag tone={tones[state]}>{tr(fitnessStateText[state])}</Tag> },
                { title: t('说明'), cell: ({ words }) => words },
              ]}
            />
            {told.map(({ words, at }) => (
              <p key={`${words} ${at}`} className="driver-soft">
                <Time at={at} as="short" /> {words}
              </p>
            ))}
          </>
        )}
      </Async>
    </Panel>
  )
}
