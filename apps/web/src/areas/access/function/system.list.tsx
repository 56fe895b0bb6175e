import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { functionCalls } from '@chauffeur/contract/access/function'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useCan } from '#platform/session/session.ts'
import { t, useLocale } from '#platform/text/text.ts'
import { Fault, Skeleton } from '#ui/page/async.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Grid } from '#ui/table/grid.tsx'
import type { Column } from '#kit/list/query-table.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import type { SystemRow } from './function.view.ts'
import { nameOf } from '../access.view.ts'
import '../access.css'
import './function.css'

const SystemForm = lazyPiece(() => import('./system.form.tsx'))

const rowKey = (row: SystemRow) => row.systemId
const changed = [functionCalls.systemList, functionCalls.platforms, functionCalls.functionTreeV2]

/** The systems (platforms) that functions and menus belong to. */
export function SystemList() {
  const language = useLocale()
  const query = useCall(functionCalls.systemList, {})
  const mayEdit = useCan('system.edit')
  const remove = useSend(functionCalls.systemDelete, { refreshes: changed })
  const [form, setForm] = useState<{ row: SystemRow | null } | null>(null)
  const [deleting, setDeleting] = useState<SystemRow | null>(null)
  const columns = useMemo<Column<SystemRow>[]>(
    () => [
      {
        key: 'platformId',
        title: t('平台编号'),
        width: language === 'en' ? 130 : 90,
        align: 'right',
        cell: (row) => <span className="ui-number">{row.platformId}</span>,
      },
      { key: 'name', title: t('名称'), width: 180, grow: true, cell: (row) => <span title={row.name}>{nameOf(row)}</span> },
      {
        key: 'baseUrl',
        title: t('访问地址'),
        width: 240,
        grow: true,
        cell: (row) => (row.baseUrl ? <span title={row.baseUrl}>{row.baseUrl}</span> : <span className="ui-none">{t('本系统')}</span>),
      },
      {
        key: 'functionCount',
        title: t('功能数'),
        width: 100,
        align: 'right',
        cell: (row) => <span className="ui-number">{row.functionCount}</span>,
      },
      {
        key: 'actions',
        title: t('操作'),
        width: 120,
        cell: (row) => (
          <span className="authority-actions">
            {row.allowedActions.includes('edit') ? (
              <button
                type="button"
                className="ui-text-button"
                aria-label={t('修改系统 {name}', { name: row.name })}
                onClick={() => setForm({ row })}
              >
                {t('修改')}
              </button>
            ) : null}
            {row.allowedActions.includes('delete') ? (
              <button
                type="button"
                className="ui-text-button"
                aria-label={t('删除系统 {name}', { name: row.name })}
                onClick={() => setDeleting(row)}
              >
                {t('删除')}
              </button>
            ) : null}
          </span>
        ),
      },
    ],
    [language],
  )
  const rows = query.data?.rows
  const placeholder =
    rows === undefined ? (
      query.error ? (
        <Fault error={query.error} retry={query.refetch} />
      ) : (
        <Skeleton lines={6} />
      )
    ) : rows.length === 0 ? (
      <EmptyState title={t('暂无数据')} />
    ) : undefined
  const confirm = async () => {
    if (!deleting) return
    await remove.send({ systemId: deleting.systemId })
    toast.success(t('已删除'))
  }
  return (
    <div className="authority-systems">
      {mayEdit ? (
        <div className="authority-bar">
          <Button icon={<PlusOutlined />} onClick={() => setForm({ row: null })}>
            {t('添加系统')}
          </Button>
        </div>
      ) : null}
      <Grid label={t('系统')} rows={rows ?? []} columns={columns} rowKey={rowKey} placeholder={placeholder} />
      <WhenOpened open={form !== null}>
        <SystemForm opened={form} onClose={() => setForm(null)} />
      </WhenOpened>
      <ConfirmDialog
        open={deleting !== null}
        title={t('删除系统')}
        okText={t('删除')}
        danger
        onConfirm={confirm}
        onClose={() => setDeleting(null)}
      >
        <p className="authority-sentence">{t('仍有功能或菜单的系统不能删除；删除后不能恢复。')}</p>
      </ConfirmDialog>
    </div>
  )
}
