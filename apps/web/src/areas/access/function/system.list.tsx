import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { functionCalls } from '@chauffeur/contract/access/function'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { useCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useCan } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { Fault, Skeleton } from '#ui/page/async.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Grid } from '#ui/table/grid.tsx'
import { type ColumnKit, useColumns } from '#kit/list/columns.tsx'
import type { Column } from '#kit/list/query-table.view.ts'
import type { Verb } from '#ui/table/grid.view.ts'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import type { SystemRow } from './function.view.ts'
import { nameOf } from '../access.view.ts'
import '../access.css'
import './function.css'

const SystemForm = lazyPiece(() => import('./system.form.tsx'))

const columnsOfSystem = (c: ColumnKit<SystemRow>): Column<SystemRow>[] => [
  c.of('platformId', t('平台编号'), (row) => <span className="ui-number">{row.platformId}</span>, '000', { align: 'right' }),
  c.text('name', t('名称'), nameOf, { width: 180 }),
  c.text('baseUrl', t('访问地址'), (row) => row.baseUrl || t('本系统'), { width: 240 }),
  c.count('functionCount', t('功能数')),
]
const rowKey = (row: SystemRow) => row.systemId

/** The systems (platforms) that functions and menus belong to. */
export function SystemList() {
  const query = useCall(functionCalls.systemList, {})
  const mayEdit = useCan('system.edit')
  const remove = useSend(functionCalls.systemDelete)
  const [form, setForm] = useState<{ row: SystemRow | null } | null>(null)
  const [deleting, setDeleting] = useState<SystemRow | null>(null)
  const columns = useColumns(columnsOfSystem)
  const verbs = useCallback(
    (row: SystemRow): Verb[] => [
      ...(row.allowedActions.includes('edit') ? [{ key: 'edit', label: t('修改'), act: () => setForm({ row }) }] : []),
      ...(row.allowedActions.includes('delete') ? [{ key: 'delete', label: t('删除'), danger: true, act: () => setDeleting(row) }] : []),
    ],
    [],
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
      <Grid
        label={t('系统')}
        rows={rows ?? []}
        columns={columns}
        rowKey={rowKey}
        rowName={nameOf}
        verbs={verbs}
        placeholder={placeholder}
      />
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
