import { driverLifeCalls } from '@chauffeur/contract/driver/file'
import { driverStandingCalls } from '@chauffeur/contract/driver/level-driver'
import { levelCauseText } from '@chauffeur/contract/driver/level-model'
import { PagedTable } from '#kit/list/paged-table.tsx'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { ChartFrame } from '#ui/chart/chart-frame.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Time } from '#ui/show/time.tsx'
import { growthFigures } from './life.view.ts'

/** How experience and level went over a year, and each change of the level with why. */
export default function GrowthPanel({ driverId }: { driverId: string }) {
  return (
    <div className="driver-stack">
      <ChartFrame
        title={t('等级与经验曲线')}
        label={t('最近 52 周每周末的经验值和等级')}
        query={useCall(driverLifeCalls.growth, { driverId })}
        figures={growthFigures}
        empty={{ title: t('还没有经验值记录') }}
        height={280}
      />
      <Panel title={t('等级变更记录')}>
        <PagedTable
          call={driverStandingCalls.log}
          input={{ driverId }}
          label={t('等级变更记录')}
          empty={t('等级还没有变更过')}
          pageSize={10}
          rowKey={({ changeId }) => changeId}
          columns={[
            { title: t('时间'), head: true, cell: ({ at }) => <Time at={at} /> },
            { title: t('等级'), cell: ({ fromName, toName }) => `${tr(fromName)} → ${tr(toName)}` },
            { title: t('原因'), cell: ({ cause }) => tr(levelCauseText[cause]) },
            { title: t('变更说明'), cell: ({ words }) => words.join(' · ') },
          ]}
        />
      </Panel>
    </div>
  )
}
