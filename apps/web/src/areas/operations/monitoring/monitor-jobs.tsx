import { t } from '#platform/text/text.ts'
import { countText, durationText } from '#ui/show/measure.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { MonitorTable } from './monitor-table.tsx'
import { lastRunFailed, msText, type Health } from './monitoring.view.ts'

export function MonitorJobs({ jobs, queues }: { jobs: Health['jobs']; queues: Health['queues'] }) {
  return (
    <>
      <MonitorTable
        label={t('后台任务')}
        rows={queues}
        rowKey={(row) => row.kind}
        none={t('没有进行中的任务，一天内也没有结束的')}
        alarm={(row) => row.failed > 0}
        cells={[
          { title: t('名称'), cell: (row) => <code>{row.kind}</code> },
          { title: t('排队'), end: true, cell: (row) => countText(row.waiting) },
          { title: t('进行中'), end: true, cell: (row) => countText(row.running) },
          { title: t('失败（一天内）'), end: true, cell: (row) => countText(row.failed) },
          { title: t('最久等待'), end: true, cell: (row) => (row.waiting + row.running === 0 ? '—' : durationText(row.oldestS)) },
        ]}
      />
      <Rounds jobs={jobs} />
    </>
  )
}

function Rounds({ jobs }: { jobs: Health['jobs'] }) {
  return (
    <MonitorTable
      label={t('定时任务')}
      rows={jobs}
      rowKey={(row) => `${row.name} ${row.instance}`}
      none={t('没有任务')}
      alarm={(row) => row.late || lastRunFailed(row.lastErrorAt, row.lastDoneAt)}
      cells={[
        { title: t('名称'), cell: (row) => <code title={row.instance}>{row.name}</code> },
        {
          title: t('状态'),
          cell: (row) =>
            row.late ? (
              <Tag tone="lost">{t('未按时运行')}</Tag>
            ) : lastRunFailed(row.lastErrorAt, row.lastDoneAt) ? (
              <Tag tone="lost">{t('上次失败')}</Tag>
            ) : (
              <Tag tone="done">{t('正常')}</Tag>
            ),
        },
        { title: t('间隔'), end: true, cell: (row) => (row.everyS < 1 ? msText(row.everyS * 1000) : durationText(row.everyS)) },
        { title: t('最近开始'), cell: (row) => <Time at={row.lastStartedAt} /> },
        { title: t('最近完成'), cell: (row) => <Time at={row.lastDoneAt} /> },
        { title: t('上次耗时'), end: true, cell: (row) => (row.lastDurationMs === null ? '—' : msText(row.lastDurationMs)) },
        { title: t('次数'), end: true, cell: (row) => countText(row.runs) },
        { title: t('失败'), end: true, cell: (row) => countText(row.failures) },
        {
          title: t('最近错误'),
          cell: (row) =>
            row.lastError === '' ? (
              '—'
            ) : (
              <span className="monitor-statement" title={row.lastError}>
                <Time at={row.lastErrorAt} /> {row.lastError}
              </span>
            ),
        },
      ]}
    />
  )
}
