import { t } from '#platform/text/text.ts'
import { countText, percentText } from '#ui/show/measure.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { MonitorTable } from './monitor-table.tsx'
import { bytesText, cpuText, LIMITS, msText, type ProcessHealth } from './monitoring.view.ts'

/** Every process of the server, also those that have gone silent. */
export function MonitorProcesses({ processes }: { processes: readonly ProcessHealth[] }) {
  return (
    <MonitorTable
      label={t('服务进程')}
      rows={processes}
      rowKey={(row) => row.instance}
      none={t('没有进程')}
      alarm={(row) => row.gone || row.eventLoop.p99Ms > LIMITS.loopP99Ms}
      cells={[
        {
          title: t('主机与进程号'),
          cell: (row) => (
            <span title={`${row.instance} · Node ${row.node}`}>
              {row.host} · {row.pid} {row.self ? <span className="ui-none">{t('（本次应答）')}</span> : null}
            </span>
          ),
        },
        { title: t('状态'), cell: (row) => (row.gone ? <Tag tone="lost">{t('失去联系')}</Tag> : <Tag tone="done">{t('运行中')}</Tag>) },
        { title: t('启动'), cell: (row) => <Time at={row.startedAt} /> },
        { title: t('最近报告'), cell: (row) => <Time at={row.seenAt} /> },
        {
          title: t('事件循环 平均 / P99 / 最大'),
          end: true,
          cell: ({ eventLoop }) => [eventLoop.meanMs, eventLoop.p99Ms, eventLoop.maxMs].map(msText).join(' / '),
        },
        { title: t('忙碌'), end: true, cell: ({ eventLoop }) => percentText(eventLoop.utilisationBp) },
        { title: t('处理器'), end: true, cell: (row) => cpuText(row.cpuBp) },
        { title: t('内存'), end: true, cell: ({ memory }) => bytesText(memory.rssB) },
        {
          title: t('堆 已用 / 总计'),
          end: true,
          cell: ({ memory }) => `${bytesText(memory.heapUsedB)} / ${bytesText(memory.heapTotalB)}`,
        },
        { title: t('实时连接'), end: true, cell: (row) => countText(row.liveStreams) },
        {
          title: t('连接池 使用 / 上限（等待）'),
          cell: ({ pools }) => (
            <span className="monitor-pools">
              {pools.map((pool) => (
                <span key={pool.role}>
                  {pool.role} {pool.total - pool.idle}/{pool.max}
                  {pool.waiting > 0 ? ` (${pool.waiting})` : ''}
                </span>
              ))}
            </span>
          ),
        },
      ]}
    />
  )
}
