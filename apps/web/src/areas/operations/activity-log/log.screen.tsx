import { activityLogCalls, type LogRow } from '@chauffeur/contract/operations/activity-log'
import { Segmented } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { t, useLocale } from '#platform/text/text.ts'
import { Page } from '#ui/page/page.tsx'
import { QueryTable } from '#kit/list/query-table.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { LogDays } from './log-days.tsx'
import { changeColumns, logColumns } from './log.columns.tsx'
import { useChangeFilters, useLogFilters } from './log.filters.ts'
import './log.css'

const Entry = lazyPiece(() => import('./log-entry.drawer.tsx'))
const rowKey = (row: LogRow) => row.logId

const views = ['system', 'product', 'changes'] as const
type View = (typeof views)[number]
const isView = (text: string | null): text is View => views.some((view) => view === text)

/** Who did what: everything, what touched the business, and what changed in it. The filters stay when the view changes. */
export default function LogScreen() {
  const language = useLocale()
  const [params, setParams] = useSearchParams()
  const asked = params.get('view')
  const view: View = isView(asked) ? asked : 'system'
  const [open, setOpen] = useState<LogRow | null>(null)
  const filters = useLogFilters()
  const changeFilters = useChangeFilters()
  const narrow = useCallback(
    (name: string, value: string) =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        next.set(name, value)
        next.delete('page')
        return next
      }),
    [setParams],
  )
  const columns = useMemo(() => logColumns(language, narrow, setOpen), [language, narrow])
  const changes = useMemo(() => changeColumns(language, narrow, setOpen), [language, narrow])
  const show = (next: View) =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now)
        changed.delete('page')
        if (next === 'system') changed.delete('view')
        else changed.set('view', next)
        return changed
      },
      { replace: true },
    )
  return (
    <Page
      title={t('日志管理')}
      fill
      extra={
        <Segmented<View>
          value={view}
          aria-label={t('日志种类')}
          onChange={show}
          options={[
            { value: 'system', label: t('系统日志') },
            { value: 'product', label: t('业务操作日志') },
            { value: 'changes', label: t('数据变更记录') },
          ]}
        />
      }
      actions={<LogDays />}
    >
      {view === 'changes' ? (
        <QueryTable
          key="changes"
          name="activity-log.changes"
          label={t('数据变更记录')}
          call={activityLogCalls.changes}
          columns={changes}
          filters={changeFilters}
          rowKey={rowKey}
          onOpen={setOpen}
        />
      ) : (
        <QueryTable
          key={view}
          name={`activity-log.${view}`}
          label={view === 'system' ? t('系统日志') : t('业务操作日志')}
          call={view === 'system' ? activityLogCalls.system : activityLogCalls.product}
          columns={columns}
          filters={filters}
          rowKey={rowKey}
          onOpen={setOpen}
        />
      )}
      <WhenOpened open={open !== null}>
        <Entry row={open} onClose={() => setOpen(null)} />
      </WhenOpened>
    </Page>
  )
}
