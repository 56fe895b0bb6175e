import { deptTypeText, userLevelText, userStatusText } from '@chauffeur/contract/access/user'
import { Dropdown } from 'antd'
import { joined, t, tr, type Locale } from '#platform/text/text.ts'
import { Phone } from '#kit/show/phone.tsx'
import type { Column } from '#kit/list/query-table.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import type { UserRow } from './user.view.ts'
import './user.css'

export interface UserActions {
  edit: (row: UserRow) => void
  access: (row: UserRow) => void
  reset: (row: UserRow) => void
  status: (row: UserRow) => void
  remove: (row: UserRow) => void
}

const orNone = (text: string) => (text === '' ? <span className="ui-none">—</span> : <span title={text}>{text}</span>)
const levels: Record<number, string> = userLevelText
const kinds: Record<number, string> = deptTypeText
const levelWords = (level: number): string => tr(levels[level] ?? String(level))
export const kindWords = (deptType: number): string => tr(kinds[deptType] ?? String(deptType))

export function userColumns(language: Locale, cityName: (cityId: string) => string, actions: UserActions): Column<UserRow>[] {
  const wide = (chinesePx: number, englishPx: number) => (language === 'en' ? englishPx : chinesePx)
  const cities = (row: UserRow) => (row.allCities ? t('全部城市') : joined(row.cityIds.map(cityName)))
  const rest = (row: UserRow) => {
    const can = (action: string) => row.allowedActions.includes(action)
    return [
      ...(can('resetPassword') ? [{ key: 'reset', label: t('重置密码'), onClick: () => actions.reset(row) }] : []),
      ...(can('disable') ? [{ key: 'disable', label: t('停用'), danger: true, onClick: () => actions.status(row) }] : []),
      ...(can('enable') ? [{ key: 'enable', label: t('启用'), onClick: () => actions.status(row) }] : []),
      ...(can('delete') ? [{ key: 'delete', label: t('删除'), danger: true, onClick: () => actions.remove(row) }] : []),
    ]
  }
  return [
    {
      key: 'username',
      title: t('用户名'),
      width: 132,
      pin: 'left',
      fixed: true,
      sortable: true,
      cell: (row) => (
        <button type="button" className="ui-text-button" onClick={() => actions.access(row)} title={t('查看有效权限')}>
          {row.username}
        </button>
      ),
    },
    {
      key: 'realName',
      title: t('姓名'),
      width: 176,
      sortable: true,
      cell: (row) => (
        <span title={row.realName}>
          {row.realName}
          {row.self ? <span className="people-mark">{t('本人')}</span> : null}
          {row.platformAdmin ? <span className="people-mark">{t('平台')}</span> : null}
        </span>
      ),
    },
    {
      key: 'status',
      title: t('状态'),
      width: wide(84, 100),
      cell: (row) => <Tag tone={row.status === 'ENABLED' ? 'done' : 'off'}>{tr(userStatusText[row.status])}</Tag>,
    },
    { key: 'deptName', title: t('部门'), width: 140, grow: true, cell: (row) => orNone(row.deptName) },
    { key: 'deptType', title: t('部门类型'), width: wide(88, 120), optional: true, cell: (row) => kindWords(row.deptType) },
    { key: 'roles', title: t('角色'), width: 130, grow: true, cell: (row) => orNone(joined(row.roles.map(({ name }) => name))) },
    { key: 'cities', title: t('城市'), width: 120, grow: true, cell: (row) => orNone(cities(row)) },
    { key: 'level', title: t('级别'), width: wide(72, 110), sortable: true, cell: (row) => levelWords(row.level) },
    { key: 'phone', title: t('电话'), width: 116, cell: (row) => <Phone value={row.phone} /> },
    { key: 'email', title: t('邮箱'), width: 160, optional: true, cell: (row) => orNone(row.email) },
    { key: 'channelName', title: t('合作渠道'), width: wide(112, 140), optional: true, cell: (row) => orNone(row.channelName) },
    {
      key: 'authenticator',
      title: t('动态口令'),
      width: wide(84, 112),
      cell: (row) => <Tag tone={row.authenticator ? 'done' : 'off'}>{row.authenticator ? t('已绑定') : t('未绑定')}</Tag>,
    },
    {
      key: 'lastSignInAt',
      title: t('最近登录'),
      width: wide(92, 110),
      sortable: true,
      cell: (row) => (row.lastSignInAt ? <Time at={row.lastSignInAt} /> : <span className="ui-none">{t('从未登录')}</span>),
    },
    {
      key: 'actions',
      title: t('操作'),
      width: wide(130, 160),
      pin: 'right',
      fixed: true,
      cell: (row) => {
        const more = rest(row)
        return (
          <span className="people-actions">
            {row.allowedActions.includes('edit') ? (
              <button
                type="button"
                className="ui-text-button"
                aria-label={t('修改用户 {name}', { name: row.username })}
                onClick={() => actions.edit(row)}
              >
                {t('修改')}
              </button>
            ) : null}
            <button
              type="button"
              className="ui-text-button"
              aria-label={t('查看 {name} 的有效权限', { name: row.username })}
              onClick={() => actions.access(row)}
            >
              {t('权限')}
            </button>
            {more.length > 0 ? (
              <Dropdown menu={{ items: more }} trigger={['click']}>
                <button type="button" className="ui-text-button" aria-label={t('{name} 的更多操作', { name: row.username })}>
                  {t('更多')}
                </button>
              </Dropdown>
            ) : null}
          </span>
        )
      },
    },
  ]
}
