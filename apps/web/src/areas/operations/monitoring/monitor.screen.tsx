import { monitoringCalls } from '@chauffeur/contract/operations/monitoring'
import { Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Page } from '#ui/page/page.tsx'
import { Time } from '#ui/show/time.tsx'
import { MonitorCalls } from './monitor-calls.tsx'
import { MonitorCharts } from './monitor-charts.tsx'
import { MonitorDatabase } from './monitor-database.tsx'
import { MonitorDispatch } from './monitor-dispatch.tsx'
import { MonitorFigures } from './monitor-figures.tsx'
import { MonitorLedger } from './monitor-ledger.tsx'
import { MonitorJobs } from './monitor-jobs.tsx'
import { MonitorProcesses } from './monitor-processes.tsx'
import { alarms, EVERY_S, sampleOf, withSample, type Health, type Sample } from './monitoring.view.ts'
import './monitoring.css'

const parts = ['processes', 'database', 'jobs', 'dispatch', 'ledger', 'calls'] as const
type Part = (typeof parts)[number]

/** How the system itself is doing, asked again every five seconds while the tab is in front. */
export default function MonitorScreen() {
  const query = useCall(monitoringCalls.overview, {}, { refetchIntervalS: EVERY_S })
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const health = query.data
  useEffect(() => {
    if (health) setSamples((before) => withSample(before, sampleOf(health)))
  }, [health])
  return (
    <Page
      title={t('系统监控')}
      extra={
        health ? (
          <span>
            {t('更新于')} <Time at={health.at} as="exact" />{' '}
            {query.isError ? <strong className="monitor-bad">{t('刷新失败，正在重试')}</strong> : null}
          </span>
        ) : undefined
      }
    >
      <Async query={query} skeleton={<Skeleton lines={16} />}>
        {(known) => (
          <div className="monitor">
            <MonitorFigures health={known} />
            <MonitorCharts samples={samples} />
            <Parts health={known} />
          </div>
        )}
      </Async>
    </Page>
  )
}

function Parts({ health }: { health: Health }) {
  const [part, setPart] = useTabState<Part>('part', 'processes')
  const bad = alarms(health)
  const name = (words: string, alarm: boolean) => (alarm ? <span className="monitor-bad">{words} !</span> : words)
  return (
    <section className="monitor-parts">
      <Segmented<Part>
        value={part}
        aria-label={t('监控内容')}
        onChange={setPart}
        options={[
          { value: 'processes', label: name(t('服务进程'), bad.processes || bad.loop) },
          { value: 'database', label: name(t('数据库'), bad.connections || bad.cache || bad.locks) },
          { value: 'jobs', label: name(t('任务'), bad.jobs) },
          { value: 'dispatch', label: name(t('派单与短信'), bad.dispatch || bad.sms) },
          { value: 'ledger', label: name(t('账本'), bad.ledger) },
          { value: 'calls', label: name(t('接口'), bad.faults) },
        ]}
      />
      {part === 'processes' ? <MonitorProcesses processes={health.processes} /> : null}
      {part === 'database' ? <MonitorDatabase database={health.database} /> : null}
      {part === 'jobs' ? <MonitorJobs jobs={health.jobs} queues={health.queues} /> : null}
      {part === 'dispatch' ? <MonitorDispatch dispatch={health.dispatch} sms={health.sms} /> : null}
      {part === 'ledger' ? <MonitorLedger last={health.ledger} /> : null}
      {part === 'calls' ? <MonitorCalls calls={health.calls} totals={health.totals} /> : null}
    </section>
  )
}
