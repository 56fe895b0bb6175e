import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { roleCalls } from '@chauffeur/contract/access/role'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { refresh, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useCan } from '#platform/session/session.ts'
import { t, useLocale } from '#platform/text/text.ts'
import { isVersionConflict } from '#kit/edit/conflict.view.ts'
import { useDepartments } from '#kit/pickers/use-departments.ts'
import { everyBranch } from '#kit/tree/tree-filter.view.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { Page } from '#ui/page/page.tsx'
import { QueryTable, type Filter } from '#kit/list/query-table.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { roleColumns, type RoleRow } from './role.columns.tsx'
import { useFunctions } from '../function/use-functions.ts'
import { nameOf } from '../access.view.ts'
import '../access.css'

const RoleForm = lazyPiece(() => import('./role.form.tsx'))
const RoleDrawer = lazyPiece(() => import('./role.drawer.tsx'))
const CompareDialog = lazyPiece(() => import('./role-compare.dialog.tsx'))

const rowKey = (row: RoleRow) => row.roleId
const changed = [roleCalls.roleList, roleCalls.roleInfo]

type Form = { what: 'add' } | { what: 'edit' | 'copy'; row: RoleRow }

/** The roles of the tenant. The one whose functions are looked at is in the address. */
export default function RoleScreen() {
  const language = useLocale()
  const [params, setParams] = useSearchParams()
  const departments = useDepartments()
  const functions = useFunctions()
  const mayEdit = useCan('role.edit')
  const remove = useSend(roleCalls.roleDelete, { refreshes: changed })
  const [form, setForm] = useState<Form | null>(null)
  const [comparing, setComparing] = useState<{ roleId: string } | null>(null)
  const [deleting, setDeleting] = useState<RoleRow | null>(null)
  const [lastName, setLastName] = useState('')

  const show = useCallback(
    (roleId: string | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          if (roleId === null) next.delete('roleId')
          else next.set('roleId', roleId)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  const columns = useMemo(
    () =>
      roleColumns(language, departments.path, {
        open: ({ roleId }) => show(roleId),
        edit: (row) => setForm({ what: 'edit', row }),
        copy: (row) => setForm({ what: 'copy', row }),
        compare: setComparing,
        remove: (row) => {
          setLastName(row.name)
          setDeleting(row)
        },
      }),
    [language, departments, show],
  )
  const filters = useMemo<Filter[]>(
    () => [
      { kind: 'text', key: 'keyword', label: t('关键字'), placeholder: t('角色名称 / 备注'), width: language === 'en' ? 220 : 200 },
      {
        kind: 'select',
        key: 'functionCode',
        label: t('含有功能'),
        width: 180,
        options: [...everyBranch(functions.tree)].flatMap(({ fn }) => (fn ? [{ key: fn.code, value: `${nameOf(fn)} ${fn.code}` }] : [])),
      },
      {
        kind: 'select',
        key: 'deptId',
        label: t('适用部门'),
        width: 200,
        options: departments.list.map(({ id }) => ({ key: id, value: departments.path(id) })),
      },
    ],
    [functions.tree, departments, language],
  )
  const confirmDelete = async () => {
    if (!deleting) return
    try {
      await remove.send({ roleId: deleting.roleId, version: deleting.version })
    } catch (error) {
      if (isVersionConflict(error)) void refresh(changed)
      throw error
    }
    toast.success(t('已删除'))
  }
  const shown = params.get('roleId')
  return (
    <Page
      title={t('角色管理')}
      fill
      actions={
        <>
          <Button onClick={() => setComparing({ roleId: '' })}>{t('比较角色')}</Button>
          {mayEdit ? (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({ what: 'add' })}>
              {t('添加角色')}
            </Button>
          ) : null}
        </>
      }
    >
      <QueryTable
        name="authority.roles"
        label={t('角色管理')}
        call={roleCalls.roleList}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        onOpen={({ roleId }) => show(roleId)}
      />
      <WhenOpened open={form !== null}>
        <RoleForm asked={form} departments={departments} onClose={() => setForm(null)} onAdded={show} />
      </WhenOpened>
      <WhenOpened open={shown !== null}>
        <RoleDrawer roleId={shown} functions={functions} departments={departments} onClose={() => show(null)} />
      </WhenOpened>
      <WhenOpened open={comparing !== null}>
        <CompareDialog first={comparing?.roleId ?? null} onClose={() => setComparing(null)} />
      </WhenOpened>
      <ConfirmDialog
        open={deleting !== null}
        title={t('删除角色')}
        okText={t('删除')}
        danger
        onConfirm={confirmDelete}
        onClose={() => setDeleting(null)}
      >
        <p className="authority-sentence">{t('删除角色「{name}」后不能恢复。', { name: lastName })}</p>
      </ConfirmDialog>
    </Page>
  )
}
