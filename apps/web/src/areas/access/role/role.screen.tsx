import { roleCalls } from '@chauffeur/contract/access/role'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { sendCall } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { useDepartmentChoices, useDepartments } from '#kit/pickers/use-departments.ts'
import { letters, none } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { useNarrow } from '#kit/list/list-state.ts'
import { everyBranch } from '#kit/tree/tree-filter.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Time } from '#ui/show/time.tsx'
import { nameOf } from '../access.view.ts'
import { useFunctions } from '../function/use-functions.ts'
import type { RoleRow } from './role.view.ts'
import '../access.css'
import './role.css'

const RoleForm = lazyPiece(() => import('./role.form.tsx'))
const RoleDrawer = lazyPiece(() => import('./role.drawer.tsx'))
const CompareDialog = lazyPiece(() => import('./role-compare.dialog.tsx'))

const useFunctionChoices = () => {
  const { tree } = useFunctions()
  return useMemo(
    () => [...everyBranch(tree)].flatMap(({ fn }) => (fn ? [{ key: fn.code, value: `${nameOf(fn)} ${fn.code}` }] : [])),
    [tree],
  )
}

function DeptPaths({ deptIds }: { deptIds: readonly string[] }) {
  const { path } = useDepartments()
  const words = deptIds.length === 0 ? t('全部部门') : joined(deptIds.map(path))
  return <span title={words}>{words}</span>
}

const Copy = ({ row, ...form }: RowDialogProps<RoleRow>) => <RoleForm row={null} source={row} {...form} />
const CompareWith = ({ row, open, onClose }: RowDialogProps<RoleRow>) => (
  <CompareDialog first={open ? row.roleId : null} onClose={onClose} />
)

function Compare() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('比较角色')}</Button>
      <WhenOpened open={open}>
        <CompareDialog first={open ? '' : null} onClose={() => setOpen(false)} />
      </WhenOpened>
    </>
  )
}

/** The role whose functions are looked at is in the address. */
function ShownRole() {
  const [params] = useSearchParams()
  const narrow = useNarrow()
  const functions = useFunctions()
  const departments = useDepartments()
  const roleId = params.get('roleId')
  return (
    <WhenOpened open={roleId !== null}>
      <RoleDrawer roleId={roleId} functions={functions} departments={departments} onClose={() => narrow({ roleId: '' })} />
    </WhenOpened>
  )
}

/** The roles of the tenant. */
export default defineList(roleCalls.roleList, ({ c, f, a }) => ({
  name: 'authority.roles',
  title: t('角色管理'),
  rowKey: (row) => row.roleId,
  rowName: (row) => row.name,
  open: ['functions'],
  add: { may: roleCalls.roleAdd, label: t('新建角色'), Dialog: RoleForm },
  Buttons: Compare,
  Below: ShownRole,
  filters: [
    f.keyword(t('角色名称 / 备注')),
    f.choice('functionCode', t('含有功能'), useFunctionChoices),
    f.choice('deptId', t('适用部门'), useDepartmentChoices, { more: true }),
  ],
  columns: [
    c.opener('name', t('角色'), {
      like: letters(10),
      sortable: true,
      words: (row) => tr(row.name),
      shows: ['name', 'administrator'],
      under: (row) => [row.administrator && t('管理员'), row.own && t('我的角色')].filter(Boolean).join(' · '),
    }),
    c.text('remark', t('备注')),
    c.count('functionCount', t('功能数')),
    c.count('userCount', t('用户数')),
    c.of('deptIds', t('适用部门'), (row) => <DeptPaths deptIds={row.deptIds} />, t('全部部门'), { grow: true, width: 150 }),
    c.of(
      'lacking',
      t('您缺少的功能'),
      (row) => (row.lacking.length === 0 ? none : <span title={joined(row.lacking)}>{t('{n} 项', { n: row.lacking.length })}</span>),
      t('{n} 项', { n: 99 }),
    ),
    c.changed({
      key: 'updatedAt',
      sortable: true,
      at: (row) => <Time at={row.updatedAt} as="short" />,
      by: (row) => row.updatedByName,
      shows: ['updatedAt', 'updatedByName'],
    }),
  ],
  actions: [
    { key: 'functions', label: t('功能'), letter: 'V', can: () => true, address: ({ roleId }) => ({ roleId }) },
    a.edit(RoleForm),
    { key: 'compare', label: t('与其他角色比较'), can: () => true, Dialog: CompareWith },
    { key: 'copy', label: t('复制'), Dialog: Copy },
    a.remove({
      title: t('删除角色'),
      text: (row) => t('删除角色「{name}」后不能恢复。', { name: tr(row.name) }),
      send: ({ roleId, version }) => sendCall(roleCalls.roleDelete, { roleId, version }),
    }),
  ],
}))
