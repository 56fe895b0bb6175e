import { peopleCalls } from '@chauffeur/contract/access/user'
import { userLevelText, userStatusText } from '@chauffeur/contract/access/people-model'
import { departmentCalls } from '@chauffeur/contract/access/department'
import { roleCalls } from '@chauffeur/contract/access/role'
import { useMemo } from 'react'
import { sendCall, useCall } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { undoBy } from '#kit/edit/undo.ts'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { AddProps, RowAction } from '#kit/list/define.view.ts'
import { useDepartments } from '#kit/pickers/use-departments.ts'
import { showOneTimeLink, ShownLink } from '#shared/access/shown-link.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Tag, type Tone } from '#ui/show/tag.tsx'
import { kindWords, levelWords } from './user-words.ts'
import type { UserRow } from './user.view.ts'
import './user.css'

const UserForm = lazyPiece(() => import('./user.form.tsx'))
const AccessDrawer = lazyPiece(() => import('./access.drawer.tsx'))

const Add = ({ open, onClose }: AddProps) => <UserForm opened={open ? { row: null } : null} onClose={onClose} onLink={showOneTimeLink} />

const statusTone: Record<UserRow['status'], Tone> = { ENABLED: 'done', DISABLED: 'off' }
const nameOf = (row: UserRow) => `${row.realName}（${row.username}）`

const useDeptChoices = () => {
  const departments = useDepartments()
  return useMemo(() => departments.list.map(({ id }) => ({ key: id, value: departments.path(id) })), [departments])
}
const useRoleChoices = () => {
  const roles = useCall(roleCalls.roleList, { pageSize: 200 }).data?.rows
  return useMemo(() => (roles ?? []).map(({ roleId, name }) => ({ key: roleId, value: name })), [roles])
}

/** What ends a person's access is asked once more, with what it means. */
const endings = (): RowAction<UserRow>[] => [
  {
    key: 'resetPassword',
    label: t('重置密码'),
    danger: true,
    confirm: {
      text: (row) => (
        <>
          <p className="people-sentence">{t('{name} 的旧密码立即失效，已登录的设备全部退出。', { name: nameOf(row) })}</p>
          <p className="people-hint">{t('将生成一次性链接，请通过可靠渠道交给本人设置新密码。')}</p>
        </>
      ),
      send: async (row) =>
        showOneTimeLink({ name: nameOf(row), ...(await sendCall(peopleCalls.resetPassword, { userId: row.userId })).link }),
    },
  },
  {
    key: 'enable',
    label: t('启用'),
    confirm: {
      text: (row) => <p className="people-sentence">{t('启用后 {name} 可以用原来的密码登录。', { name: nameOf(row) })}</p>,
      ...turning('ENABLED'),
      done: t('已启用'),
    },
  },
  {
    key: 'disable',
    label: t('停用'),
    danger: true,
    confirm: {
      text: (row) => <p className="people-sentence">{t('停用后 {name} 不能登录，已登录的设备立即退出。', { name: nameOf(row) })}</p>,
      ...turning('DISABLED'),
      done: t('已停用'),
    },
  },
  {
    key: 'delete',
    label: t('删除'),
    danger: true,
    confirm: {
      text: (row) => <p className="people-sentence">{t('删除 {name} 后不能恢复；已有业务记录的用户只能停用。', { name: nameOf(row) })}</p>,
      send: ({ userId, version }) => sendCall(peopleCalls.userDelete, { userId, version }),
      done: t('已删除'),
      refreshes: shownElsewhere,
    },
  },
]
const turning = (status: UserRow['status']) => ({
  send: ({ userId, version }: UserRow) => sendCall(peopleCalls.changeUserStatus, { userId, version, status }),
  undo: (row: UserRow, { version }: { version: number }) =>
    undoBy(peopleCalls.changeUserStatus, { userId: row.userId, version, status: row.status }),
  refreshes: shownElsewhere,
})
const shownElsewhere = [peopleCalls.userInfo, departmentCalls.deptUsers]

const Users = defineList(peopleCalls.userList, ({ c, f }) => ({
  name: 'people.users',
  title: t('用户管理'),
  rowKey: (row) => row.userId,
  rowName: (row) => row.username,
  open: ['access'],
  add: { may: peopleCalls.userAdd, label: t('新建用户'), Dialog: Add },
  Below: ShownLink,
  filters: [
    f.keyword(t('用户名 / 姓名 / 电话 / 邮箱')),
    f.choice('deptId', t('部门（含下级）'), useDeptChoices),
    f.word('status', t('状态'), userStatusText),
    f.choice('roleId', t('角色'), useRoleChoices, { authority: 'role.view', more: true }),
    f.city({ more: true }),
    f.word('level', t('级别'), userLevelText, { more: true }),
  ],
  columns: [
    c.opener('username', t('用户名'), { like: 'wangxiaoming', sortable: true }),
    c.two(
      'realName',
      t('姓名'),
      (row) => row.realName,
      (row) => [row.self && t('本人'), row.platformAdmin && t('平台')].filter(Boolean).join(' · '),
      [letters(5)],
      { sortable: true },
    ),
    c.status('status', t('状态'), userStatusText, statusTone),
    c.text('deptName', t('部门')),
    c.text('roles', t('角色'), (row) => joined(row.roles.map(({ name }) => name))),
    c.cities((row) => (row.allCities ? [] : row.cityIds), { shows: ['allCities'] }),
    c.of('level', t('级别'), (row) => levelWords(row.level), Object.values(userLevelText).map(tr), { sortable: true }),
    c.phone('phone', t('电话')),
    c.time('lastSignInAt', t('最近登录'), { sortable: true, never: t('从未登录') }),
    c.of('deptType', t('部门类型'), (row) => kindWords(row.deptType), kindWords(2), { optional: true }),
    c.text('email', t('邮箱'), undefined, { optional: true }),
    c.text('channelName', t('合作渠道'), undefined, { optional: true }),
    c.of(
      'authenticator',
      t('动态口令'),
      (row) => <Tag tone={row.authenticator ? 'done' : 'off'}>{row.authenticator ? t('已绑定') : t('未绑定')}</Tag>,
      [t('已绑定'), t('未绑定')],
      { optional: true, besidePx: 13 },
    ),
  ],
  actions: [
    {
      key: 'edit',
      label: t('修改'),
      letter: 'E',
      Dialog: ({ row, open, onClose }) => <UserForm opened={open ? { row } : null} onClose={onClose} onLink={showOneTimeLink} />,
    },
    {
      key: 'access',
      label: t('权限'),
      letter: 'V',
      can: () => true,
      Dialog: ({ row, open, onClose }) => <AccessDrawer user={open ? row : null} onClose={onClose} />,
    },
    ...endings(),
  ],
}))

const withBelow = { withBelow: true }
export default function UserScreen() {
  return <Users fixed={withBelow} />
}
