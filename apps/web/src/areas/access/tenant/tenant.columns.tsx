import type { TenantRow } from '@chauffeur/contract/access/tenant'
import { Dropdown, Switch } from 'antd'
import { joined, t, tr, type Locale } from '#platform/text/text.ts'
import { Logo } from '#kit/media/logo.tsx'
import { countText } from '#ui/show/measure.view.ts'
import type { Column } from '#kit/list/query-table.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { moves, moveWords, tenantStateText, tenantStateTone, type TenantChange } from './tenant.view.ts'

interface Actions {
  ask: (asked: TenantChange) => void
  edit: (row: TenantRow) => void
  log: (row: TenantRow) => void
}

const orNone = (text: string) => (text === '' ? <span className="ui-none">—</span> : <span title={text}>{text}</span>)

export function tenantColumns(language: Locale, mayEdit: boolean, actions: Actions): Column<TenantRow>[] {
  const wide = (chinesePx: number, englishPx: number) => (language === 'en' ? englishPx : chinesePx)
  return [
    {
      key: 'brandName',
      title: t('品牌'),
      width: 136,
      pin: 'left',
      fixed: true,
      cell: (row) => (
        <span className="tenancy-brand" title={row.name}>
          <Logo src={row.logo} name={row.brandName} sizePx={20} /> {row.brandName}
        </span>
      ),
    },
    { key: 'name', title: t('企业名称'), width: 130, grow: true, cell: (row) => orNone(row.name) },
    {
      key: 'state',
      title: t('状态'),
      width: wide(88, 112),
      cell: (row) => <Tag tone={tenantStateTone[row.state]}>{tr(tenantStateText[row.state])}</Tag>,
    },
    { key: 'domain', title: t('域名'), width: 130, grow: true, cell: (row) => orNone(row.domain) },
    { key: 'cityNames', title: t('城市'), width: 110, grow: true, cell: (row) => orNone(joined(row.cityNames.map(tr))) },
    { key: 'users', title: t('员工数'), width: wide(66, 76), align: 'right', cell: (row) => countText(row.users) },
    { key: 'drivers', title: t('司机数'), width: wide(66, 76), align: 'right', cell: (row) => countText(row.drivers) },
    { key: 'recentOrders', title: t('近 30 天订单'), width: wide(98, 128), align: 'right', cell: (row) => countText(row.recentOrders) },
    {
      key: 'driverOnlineEnabled',
      title: t('允许司机上线'),
      width: wide(104, 140),
      cell: (row) => (
        <Switch
          size="small"
          checked={row.driverOnlineEnabled}
          disabled={!mayEdit}
          aria-label={t('{name} 允许司机上线', { name: row.brandName })}
          onChange={(on, event) => {
            event.stopPropagation()
            actions.ask({ row, what: on ? 'driversOn' : 'driversOff' })
          }}
        />
      ),
    },
    {
      key: 'admin',
      title: t('首位管理员'),
      width: 150,
      cell: (row) => orNone([row.adminName, row.adminUsername].filter(Boolean).join(' · ')),
    },
    { key: 'createdAt', title: t('创建时间'), width: 100, cell: (row) => <Time at={row.createdAt} /> },
    {
      key: 'actions',
      title: t('操作'),
      width: wide(116, 150),
      pin: 'right',
      fixed: true,
      cell: (row) => {
        const more = [
          ...(row.allowedActions.includes('update') ? [{ key: 'edit', label: t('修改资料'), onClick: () => actions.edit(row) }] : []),
          ...(row.allowedActions.includes('resetPassword')
            ? [{ key: 'reset', label: t('重置管理员密码'), onClick: () => actions.ask({ row, what: 'resetPassword' }) }]
            : []),
          { key: 'log', label: t('租户日志'), onClick: () => actions.log(row) },
        ]
        return (
          <span className="tenancy-actions">
            {moves
              .filter((move) => row.allowedActions.includes(move))
              .map((move) => (
                <button
                  key={move}
                  type="button"
                  className="ui-text-button"
                  aria-label={t('{what}租户 {name}', { what: moveWords(move), name: row.brandName })}
                  onClick={() => actions.ask({ row, what: move })}
                >
                  {moveWords(move)}
                </button>
              ))}
            <Dropdown menu={{ items: more }} trigger={['click']}>
              <button type="button" className="ui-text-button" aria-label={t('{name} 的更多操作', { name: row.brandName })}>
                {t('更多')}
              </button>
            </Dropdown>
          </span>
        )
      },
    },
  ]
}
