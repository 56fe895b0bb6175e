import { t } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { countText, durationText, percentText } from '#ui/show/measure.view.ts'
import { Time } from '#ui/show/time.tsx'
import { MonitorTable } from './monitor-table.tsx'
import { bytesText, msText, type Health } from './monitoring.view.ts'

const Statement = ({ text }: { text: string }) => (
  <code className="monitor-statement" title={text}>
    {text}
  </code>
)

export function MonitorDatabase({ database }: { database: Health['database'] }) {
  const { connections } = database
  return (
    <div className="monitor-stack">
      <div className="monitor-block">
        <Facts
          as="line"
          facts={[
            [t('版本'), `PostgreSQL ${database.version}`],
            [t('启动'), <Time key="started" at={database.startedAt} />],
            [t('大小'), bytesText(database.sizeB)],
            [
              t('连接'),
              t('活跃 {a}，空闲 {i}，事务中空闲 {t}', { a: connections.active, i: connections.idle, t: connections.idleInTransaction }),
            ],
            [t('缓存命中'), percentText(database.cacheHitBp)],
            [t('死锁'), countText(database.deadlocks)],
          ]}
        />
      </div>
      <MonitorTable
        label={t('锁等待')}
        rows={database.locks}
        rowKey={(row) => `${row.pid} ${row.relation}`}
        none={t('没有语句在等待锁')}
        alarm={() => true}
        cells={[
          { title: 'PID', end: true, width: '72px', cell: (row) => row.pid },
          { title: t('被谁阻塞'), width: '120px', cell: (row) => row.blockedBy.join(', ') || '—' },
          { title: t('表'), width: '160px', cell: (row) => row.relation || '—' },
          { title: t('已等待'), end: true, width: '90px', cell: (row) => durationText(row.ageS) },
          { title: t('语句'), cell: (row) => <Statement text={row.statement} /> },
        ]}
      />
      <MonitorTable
        label={t('长时间运行的语句与事务')}
        rows={database.longRunning}
        rowKey={(row) => String(row.pid)}
        none={t('没有超过 1 秒的语句，也没有未结束的事务')}
        cells={[
          { title: 'PID', end: true, width: '72px', cell: (row) => row.pid },
          { title: t('角色名称'), width: '120px', cell: (row) => row.role },
          { title: t('状态'), width: '140px', cell: (row) => row.state },
          { title: t('已运行'), end: true, width: '90px', cell: (row) => durationText(row.ageS) },
          { title: t('等待'), width: '140px', cell: (row) => row.waitingFor || '—' },
          { title: t('语句'), cell: (row) => <Statement text={row.statement} /> },
        ]}
      />
      {database.slowStatements === null ? (
        <div className="monitor-block">
          <h3>{t('慢语句')}</h3>
          <p className="ui-none">{t('数据库没有启用 pg_stat_statements，无法统计慢语句。')}</p>
        </div>
      ) : (
        <MonitorTable
          label={t('慢语句')}
          rows={database.slowStatements}
          rowKey={(row) => row.statement}
          none={t('还没有统计')}
          cells={[
            { title: t('总耗时'), end: true, width: '100px', cell: (row) => msText(row.totalMs) },
            { title: t('次数'), end: true, width: '90px', cell: (row) => countText(row.calls) },
            { title: t('平均'), end: true, width: '90px', cell: (row) => msText(row.meanMs) },
            { title: t('语句'), cell: (row) => <Statement text={row.statement} /> },
          ]}
        />
      )}
      <MonitorTable
        label={t('表')}
        rows={database.tables}
        rowKey={(row) => row.name}
        none={t('没有表')}
        cells={[
          { title: t('名称'), cell: (row) => <code>{row.name}</code> },
          { title: t('大小'), end: true, cell: (row) => bytesText(row.sizeB) },
          { title: t('行数'), end: true, cell: (row) => countText(Math.max(0, row.rows)) },
          { title: t('待清理行'), end: true, cell: (row) => countText(row.deadRows) },
          { title: t('最近清理'), cell: (row) => <Time at={row.lastVacuumAt} /> },
        ]}
      />
    </div>
  )
}
