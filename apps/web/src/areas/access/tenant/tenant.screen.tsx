import { tenancyCalls, type TenantRow, tenantStateText } from '@chauffeur/contract/access/tenant'
import { Switch } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCan } from '#platform/session/session.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { RowAction } from '#kit/list/define.view.ts'
import { Logo } from '#kit/media/logo.tsx'
import { ShownLink } from '#shared/access/shown-link.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { TenantLog } from './tenant-log.list.tsx'
import { View } from './tenant-views.tsx'
import { moves, moveWords, tenantStateTone, type TenantChange } from './tenant.view.ts'
import './tenant.css'

const NewTenant = lazyPiece(() => import('./new-tenant.form.tsx'))
const Edit = lazyPiece(() => import('./tenant.form.tsx'))
const Reasoned = lazyPiece(() => import('./tenant-reason.dialog.tsx'))

/** What is done to a whole business asks for a reason. */
const reasoned = (what: TenantChange['what'], label: string, danger = false): RowAction<TenantRow> => ({
  key: what,
  label,
  danger,
  Dialog: ({ row, open, onClose }) => <Reasoned asked={open ? { row, what } : null} onClose={onClose} />,
})

function DriversOnline({ row }: { row: TenantRow }) {
  const mayEdit = useCan('tenant.edit')
  const [asked, setAsked] = useState<TenantChange | null>(null)
  return (
    <>
      <Switch
        size="small"
        checked={row.driverOnlineEnabled}
        disabled={!mayEdit}
        aria-label={t('{name} 允许司机上线', { name: row.brandName })}
        onChange={(on) => setAsked({ row, what: on ? 'driversOn' : 'driversOff' })}
      />
      <WhenOpened open={asked !== null}>
        <Reasoned asked={asked} onClose={() => setAsked(null)} />
      </WhenOpened>
    </>
  )
}

const Tenants = defineList(tenancyCalls.list, ({ c, f, a }) => ({
  name: 'tenancy.list',
  title: t('租户管理'),
  rowKey: (row) => row.tenantId,
  rowName: (row) => row.brandName,
  open: ['update'],
  Extra: View,
  Below: ShownLink,
  add: { may: tenancyCalls.create, label: t('新建租户'), Dialog: NewTenant },
  filters: [f.keyword(t('名称 / 品牌 / 域名')), f.word('state', t('状态'), tenantStateText)],
  columns: [
    c.name(
      'brandName',
      t('品牌'),
      (row) => (
        <span className="tenancy-brand" title={row.name}>
          <Logo src={row.logo} name={row.brandName} sizePx={20} /> {row.brandName}
        </span>
      ),
      { like: letters(8), width: 140 },
    ),
    c.two(
      'name',
      t('企业名称'),
      (row) => row.name,
      (row) => row.domain,
      [letters(14)],
      { grow: true, shows: ['name', 'domain'] },
    ),
    c.status('state', t('状态'), tenantStateText, tenantStateTone),
    c.text('cityNames', t('城市'), (row) => joined(row.cityNames.map(tr))),
    c.count('users', t('员工数')),
    c.count('drivers', t('司机数')),
    c.count('recentOrders', t('近 30 天订单')),
    c.of('driverOnlineEnabled', t('允许司机上线'), (row) => <DriversOnline row={row} />, ''),
    c.two(
      'admin',
      t('首位管理员'),
      (row) => row.adminName,
      (row) => row.adminUsername,
      ['wangxiaoming'],
      { shows: ['adminName', 'adminUsername'] },
    ),
    c.time('createdAt', t('创建时间'), { optional: true }),
  ],
  actions: [
    ...moves.map((move) => reasoned(move, moveWords(move), move === 'disable')),
    a.edit(Edit, { key: 'update', label: t('修改资料') }),
    reasoned('resetPassword', t('重置管理员密码'), true),
    { key: 'log', label: t('租户日志'), can: () => true, address: ({ tenantId }) => ({ view: 'log', tenantId }) },
  ],
}))

/** The businesses on this platform, and what was done to them. */
export default function TenantScreen() {
  const [params] = useSearchParams()
  return params.get('view') === 'log' ? <TenantLog /> : <Tenants />
}
