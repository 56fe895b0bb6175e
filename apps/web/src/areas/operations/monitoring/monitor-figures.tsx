import { StatTiles } from '#kit/detail/stat-tiles.tsx'
import { t } from '#platform/text/text.ts'
import { countText, durationText, percentText } from '#ui/show/measure.view.ts'
import { alarms, livingProcesses, bytesText, cpuText, msText, sampleOf, type Health } from './monitoring.view.ts'

/** The whole system in one row. */
export function MonitorFigures({ health }: { health: Health }) {
  const { database, dispatch, totals, jobs } = health
  const bad = alarms(health)
  const sample = sampleOf(health)
  const living = livingProcesses(health).length
  const gone = health.processes.length - living
  const late = jobs.filter((job) => job.late).length
  const { overdueSearches } = dispatch
  return (
    <StatTiles
      label={t('总览')}
      stats={[
        {
          name: t('服务进程'),
          value: countText(living),
          note: gone > 0 ? t('{n} 个失去联系', { n: gone }) : t('全部在线'),
          alarm: bad.processes,
        },
        { name: t('事件循环 P99'), value: msText(sample.loopP99Ms), note: t('最慢的进程'), alarm: bad.loop },
        { name: t('处理器与内存'), value: cpuText(sample.cpuBp), note: bytesText(sample.rssMb * 1_048_576) },
        {
          name: t('数据库连接'),
          value: `${countText(database.connections.used)} / ${countText(database.connections.max)}`,
          note: t('活跃 {active}，命中 {hit}', { active: database.connections.active, hit: percentText(database.cacheHitBp) }),
          alarm: bad.connections || bad.cache,
        },
        {
          name: t('接口错误率'),
          value: percentText(totals.faultBp),
          note: t('{n} 次 / {window}', { window: durationText(totals.windowS), n: countText(totals.calls) }),
          alarm: bad.faults,
        },
        {
          name: t('任务'),
          value: countText(jobs.length),
          note: late > 0 ? t('{n} 个未按时运行', { n: late }) : t('全部按时'),
          alarm: bad.jobs,
        },
        {
          name: t('找司机'),
          value: countText(dispatch.openSearches),
          note: overdueSearches > 0 ? t('{n} 单推进超时', { n: overdueSearches }) : t('推进正常'),
          alarm: bad.dispatch,
        },
        {
          name: t('实时连接'),
          value: countText(health.liveStreams),
          note: t('员工 {o}，司机 {d}', { o: countText(health.signedIn.operators), d: countText(health.signedIn.drivers) }),
        },
      ]}
    />
  )
}
