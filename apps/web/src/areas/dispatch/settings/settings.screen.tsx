import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { dispatchModeText, dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import { serviceTypeText } from '@chauffeur/contract/order/model'
import { Button, Drawer } from 'antd'
import { useMemo, useState } from 'react'
import { useCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useCan } from '#platform/session/session.ts'
import { type Locale, t, tr, useLocale } from '#platform/text/text.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { type Column, QueryTable } from '#kit/list/query-table.tsx'
import { EnabledTag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { AppliesPanel } from './applies.panel.tsx'
import type { Setting } from './settings.view.ts'
import { cityFilters } from '#shared/city/scope-fields.tsx'
import { SettingForm } from './setting.form.tsx'
import { SettingHistoryDrawer } from './setting-history.drawer.tsx'
import '#shared/city/scope-fields.css'

type Doing = { what: 'edit' | 'history' | 'switch'; row: Setting } | { what: 'create' | 'try' }
const rowKey = (row: Setting) => row.settingId

/** How searches look for drivers: by city and, where made, by channel, service type and time of day. */
export default function DispatchSettingsScreen() {
  const language = useLocale()
  const { data } = useCall(dispatchSettingsCalls.choices, {})
  const mayEdit = useCan('dispatchSettings.edit')
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => setDoing(null)
  const columns = useMemo(() => columnsOf(language, mayEdit, setDoing), [language, mayEdit])
  const filters = useMemo(() => cityFilters(data), [data])
  return (
    <Page
      title={t('派单设置')}
      extra={t('修改只影响之后开始的派单')}
      fill
      actions={
        <>
          <Button disabled={!data} onClick={() => setDoing({ what: 'try' })}>
            {t('哪条设置生效')}
          </Button>
          {mayEdit ? (
            <Button type="primary" icon={<PlusOutlined />} disabled={!data} onClick={() => setDoing({ what: 'create' })}>
              {t('新增派单设置')}
            </Button>
          ) : null}
        </>
      }
    >
      <QueryTable
        name="dispatch.settings"
        label={t('派单设置')}
        call={dispatchSettingsCalls.list}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        onOpen={(row) => setDoing({ what: mayEdit ? 'edit' : 'history', row })}
        empty={<EmptyState title={t('没有单独的设置，全部按默认参数派单')} />}
      />
      {data ? (
        <>
          <SettingForm
            open={doing?.what === 'create' || doing?.what === 'edit'}
            row={doing?.what === 'edit' ? doing.row : null}
            places={data}
            defaults={data.defaults}
            onClose={close}
          />
          <Drawer open={doing?.what === 'try'} title={t('哪条设置生效')} size={880} onClose={close} destroyOnHidden>
            <AppliesPanel places={data} />
          </Drawer>
        </>
      ) : null}
      <SettingHistoryDrawer row={doing?.what === 'history' ? doing.row : null} onClose={close} />
      <Switch row={doing?.what === 'switch' ? doing.row : null} onClose={close} />
    </Page>
  )
}

function columnsOf(language: Locale, mayEdit: boolean, onDo: (doing: Doing) => void): Column<Setting>[] {
  const wide = (chinesePx: number, englishPx: number) => (language === 'en' ? englishPx : chinesePx)
  return [
    { key: 'cityName', title: t('城市'), width: wide(76, 96), pin: 'left', fixed: true, cell: (row) => tr(row.cityName) },
    {
      key: 'channel',
      title: t('渠道'),
      width: wide(110, 140),
      grow: true,
      cell: (row) => (row.channelName === null ? t('全部渠道') : tr(row.channelName)),
    },
    {
      key: 'service',
      title: t('业务类型'),
      width: wide(90, 120),
      cell: (row) => (row.serviceType === null ? t('全部业务') : tr(serviceTypeText[row.serviceType])),
    },
    {
      key: 'window',
      title: t('时段'),
      width: 100,
      cell: (row) => <span className="ui-number">{row.from === null ? t('全天') : `${row.from}–${row.to}`}</span>,
    },
    { key: 'mode', title: t('派单方式'), width: wide(90, 150), cell: (row) => tr(dispatchModeText[row.mode]) },
    {
      key: 'radius',
      title: t('半径（米）'),
      width: wide(110, 116),
      align: 'right',
      cell: (row) => (
        <span className="ui-number">
          {row.minRadiusM.toLocaleString('en')}–{row.maxRadiusM.toLocaleString('en')}
        </span>
      ),
    },
    {
      key: 'rounds',
      title: t('轮次'),
      width: wide(110, 130),
      align: 'right',
      cell: (row) => <span className="ui-number">{t('{n} 轮 × {s} 秒', { n: row.rounds, s: row.roundS })}</span>,
    },
    {
      key: 'total',
      title: t('总时长'),
      width: wide(76, 100),
      align: 'right',
      cell: (row) => <span className="ui-number">{t('{n} 秒', { n: Math.min(row.totalS, row.rounds * row.roundS) })}</span>,
    },
    { key: 'state', title: t('状态'), width: wide(76, 96), cell: (row) => <EnabledTag enabled={row.enabled} /> },
    { key: 'remark', title: t('备注'), width: 150, grow: true, cell: (row) => <span title={row.remark}>{row.remark || '—'}</span> },
    {
      key: 'changed',
      title: t('最近修改'),
      width: wide(140, 160),
      cell: (row) => (
        <>
          {row.changedBy || t('系统')} · <Time at={row.changedAt} />
        </>
      ),
    },
    {
      key: 'actions',
      title: t('操作'),
      pin: 'right',
      width: wide(mayEdit ? 150 : 70, mayEdit ? 200 : 90),
      cell: (row) => <Actions row={row} mayEdit={mayEdit} onDo={onDo} />,
    },
  ]
}

function Actions({ row, mayEdit, onDo }: { row: Setting; mayEdit: boolean; onDo: (doing: Doing) => void }) {
  const name = whereOf(row)
  const action = (what: 'edit' | 'history' | 'switch', words: string, label: string) => (
    <button
      type="button"
      className="ui-text-button"
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation()
        onDo({ what, row })
      }}
    >
      {words}
    </button>
  )
  return (
    <span className="dispatch-actions">
      {mayEdit ? (
        <>
          {action('edit', t('修改'), t('修改 {name}', { name }))}
          {action('switch', row.enabled ? t('停用') : t('启用'), row.enabled ? t('停用 {name}', { name }) : t('启用 {name}', { name }))}
        </>
      ) : null}
      {action('history', t('历史'), t('{name} 的历史', { name }))}
    </span>
  )
}

/** A setting has no name of its own: it is called by what it holds for. */
const whereOf = (row: Setting): string =>
  [
    tr(row.cityName),
    row.channelName && tr(row.channelName),
    row.serviceType && tr(serviceTypeText[row.serviceType]),
    row.from && `${row.from}–${row.to}`,
  ]
    .filter(Boolean)
    .join(' · ')

function Switch({ row, onClose }: { row: Setting | null; onClose: () => void }) {
  const { send } = useSend(dispatchSettingsCalls.disable, {
    refreshes: [dispatchSettingsCalls.list, dispatchSettingsCalls.applies, dispatchSettingsCalls.history],
  })
  const [kept, setKept] = useState(row)
  if (row !== null && row !== kept) setKept(row)
  if (kept === null) return null
  const on = !kept.enabled
  return (
    <ConfirmDialog
      open={row !== null}
      title={on ? t('启用派单设置') : t('停用派单设置')}
      okText={on ? t('启用') : t('停用')}
      danger={!on}
      onConfirm={async () => {
        await send({ settingId: kept.settingId, version: kept.version, enabled: on })
        toast.success(on ? t('已启用') : t('已停用'))
      }}
      onClose={onClose}
    >
      <p>{whereOf(kept)}</p>
      <p>{on ? t('之后开始的派单按此设置进行。') : t('之后开始的派单按其他设置或默认参数进行，进行中的派单不变。')}</p>
    </ConfirmDialog>
  )
}
