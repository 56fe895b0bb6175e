import { peopleCalls } from '@chauffeur/contract/access/user'
import { userLevelText, userStatusText } from '@chauffeur/contract/access/people-model'
import { roleCalls } from '@chauffeur/contract/access/role'
import { sendCall } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { choicesFrom } from '#kit/list/filters.ts'
import { useDepartmentChoices } from '#kit/pickers/use-departments.ts'
import { showOneTimeLink, ShownLink } from '#shared/access/shown-link.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Tag, type Tone } from '#ui/show/tag.tsx'
import { kindWords, levelWords } from './user-words.ts'
import type { UserRow } from './user.view.ts'
import './user.css'

const UserForm = lazyPiece(() => import('./user.form.tsx'))
const AccessDrawer = lazyPiece(() => import('./access.drawer.tsx'))

const statusTone: Record<UserRow['status'], Tone> = { ENABLED: 'done', DISABLED: 'off' }
const nameOf = (row: UserRow) => `${row.realName}（${row.username}）`

const useRoleChoices = choicesFrom(roleCalls.roleList, { pageSize: 200 }, ({ rows }) =>
  rows.map(({ roleId, name }) => ({ key: roleId, value: name })),
)

const Users = defineList(peopleCalls.userList, ({ c, f, a }) => ({
  name: 'people.users',
  title: t('用户管理'),
  rowKey: (row) => row.userId,
  rowName: (row) => row.username,
  open: ['access'],
  add: { may: peopleCalls.userAdd, label: t('新建用户'), Dialog: UserForm },
  Below: ShownLink,
  filters: [
    f.keyword(t('用户名 / 姓名 / 电话 / 邮箱')),
    f.choice('deptId', t('部门（含下级）'), useDepartmentChoices),
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
    c.text('roles', t('角色'), (row) => joined(row.roles.map(({ name }) => tr(name)))),
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
    a.edit(UserForm),
    a.look(AccessDrawer, { key: 'access', label: t('权限') }),
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
    ...a.onOff(peopleCalls.changeUserStatus, {
      input: ({ userId, version }, on) => ({ userId, version, status: on ? ('ENABLED' as const) : ('DISABLED' as const) }),
      on: (row) => t('启用后 {name} 可以用原来的密码登录。', { name: nameOf(row) }),
      off: (row) => t('停用后 {name} 不能登录，已登录的设备立即退出。', { name: nameOf(row) }),
    }),
    a.remove({
      text: (row) => t('删除 {name} 后不能恢复；已有业务记录的用户只能停用。', { name: nameOf(row) }),
      send: ({ userId, version }) => sendCall(peopleCalls.userDelete, { userId, version }),
    }),
  ],
}))

const withBelow = { withBelow: true }
export default function UserScreen() {
  return <Users fixed={withBelow} />
}
