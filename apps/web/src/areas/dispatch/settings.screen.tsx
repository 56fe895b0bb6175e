import { PlusOutlined } from '@ant-design/icons'
import { dispatchModeText, dispatchSettingsCalls } from '@chauffeur/contract/dispatch-settings'
import { serviceTypeText } from '@chauffeur/contract/order-model'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useCall, useSend } from '#platform/call.ts'
import { toast } from '#platform/events.ts'
import { useCan } from '#platform/session.ts'
import { useTabState } from '#platform/tab.ts'
import { t, tr } from '#platform/text.ts'
import { Async } from '#ui/async.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Page, Panel } from '#ui/page.tsx'
import { EnabledTag } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'
import { AppliesPanel } from './applies.panel.tsx'
import type { Setting } from './dispatch.view.ts'
import { cityOptions } from './scope-fields.tsx'
import { SettingForm } from './setting.form.tsx'
import { SettingHistory } from './setting.history.tsx'
import './dispatch.css'

type Doing = { what: 'edit' | 'history' | 'switch'; row: Setting } | { what: 'create' }

/** How searches look for drivers: by city and, where made, by channel, service type and time of day. */
export default function DispatchSettingsScreen() {
  const [cityId, setCityId] = useTabState('city', '')
  const query = useCall(dispatchSettingsCalls.list, cityId ? { cityId } : {})
  const mayEdit = useCan('dispatchSettings.edit')
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => setDoing(null)
  const { data } = query
  return (
    <Page
      title={t('派单设置')}
      extra={t('修改只影响之后开始的派单')}
      actions={
        <>
          <Select
            aria-label={t('城市')}
            style={{ width: 150 }}
            value={cityId}
            options={[{ value: '', label: t('全部城市') }, ...(data ? cityOptions(data) : [])]}
            onChange={setCityId}
          />
          {mayEdit ? (
            <Button type="primary" icon={<PlusOutlined />} disabled={!data} onClick={() => setDoing({ what: 'create' })}>
              {t('新增派单设置')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="dispatch-column">
        <Panel title={t('已有设置')}>
          <Async
            query={query}
            isEmpty={({ rows }) => rows.length === 0}
            empty={<EmptyState title={t('没有单独的设置，全部按默认参数派单')} />}
          >
            {({ rows }) => <SettingTable rows={rows} mayEdit={mayEdit} onDo={setDoing} />}
          </Async>
        </Panel>
        {data ? <AppliesPanel places={data} cityId={cityId} /> : null}
      </div>
      {data ? (
        <SettingForm
          open={doing?.what === 'create' || doing?.what === 'edit'}
          row={doing?.what === 'edit' ? doing.row : null}
          cityId={cityId}
          places={data}
          defaults={data.defaults}
          onClose={close}
        />
      ) : null}
      <SettingHistory row={doing?.what === 'history' ? doing.row : null} onClose={close} />
      <Switch row={doing?.what === 'switch' ? doing.row : null} onClose={close} />
    </Page>
  )
}

function SettingTable({ rows, mayEdit, onDo }: { rows: readonly Setting[]; mayEdit: boolean; onDo: (doing: Doing) => void }) {
  return (
    <table className="dispatch-table">
      <thead>
        <tr>
          <th scope="col">{t('城市')}</th>
          <th scope="col">{t('渠道')}</th>
          <th scope="col">{t('业务类型')}</th>
          <th scope="col">{t('时段')}</th>
          <th scope="col">{t('派单方式')}</th>
          <th scope="col" className="dispatch-right">
            {t('半径（米）')}
          </th>
          <th scope="col" className="dispatch-right">
            {t('轮次')}
          </th>
          <th scope="col" className="dispatch-right">
            {t('总时长')}
          </th>
          <th scope="col">{t('状态')}</th>
          <th scope="col">{t('最近修改')}</th>
          <th scope="col">{t('操作')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const name = whereOf(row)
          return (
            <tr key={row.settingId}>
              <th scope="row">{tr(row.cityName)}</th>
              <td>{row.channelName === null ? t('全部渠道') : tr(row.channelName)}</td>
              <td>{row.serviceType === null ? t('全部业务') : tr(serviceTypeText[row.serviceType])}</td>
              <td className="ui-number">{row.from === null ? t('全天') : `${row.from}–${row.to}`}</td>
              <td>{tr(dispatchModeText[row.mode])}</td>
              <td className="ui-number dispatch-right">
                {row.minRadiusM.toLocaleString('en')}–{row.maxRadiusM.toLocaleString('en')}
              </td>
              <td className="ui-number dispatch-right">{t('{n} 轮 × {s} 秒', { n: row.rounds, s: row.roundS })}</td>
              <td className="ui-number dispatch-right">{t('{n} 秒', { n: Math.min(row.totalS, row.rounds * row.roundS) })}</td>
              <td>
                <EnabledTag enabled={row.enabled} />
              </td>
              <td title={row.remark || undefined}>
                {row.changedBy || t('系统')} · <Time at={row.changedAt} />
              </td>
              <td>
                <span className="dispatch-actions">
                  {mayEdit ? (
                    <>
                      <button
                        type="button"
                        className="ui-text-button"
                        aria-label={t('修改 {name}', { name })}
                        onClick={() => onDo({ what: 'edit', row })}
                      >
                        {t('修改')}
                      </button>
                      <button
                        type="button"
                        className="ui-text-button"
                        aria-label={row.enabled ? t('停用 {name}', { name }) : t('启用 {name}', { name })}
                        onClick={() => onDo({ what: 'switch', row })}
                      >
                        {row.enabled ? t('停用') : t('启用')}
                      </button>
                    </>
                  ) : null}
                  <button
                    type="button"
                    className="ui-text-button"
                    aria-label={t('{name} 的历史', { name })}
                    onClick={() => onDo({ what: 'history', row })}
                  >
                    {t('历史')}
                  </button>
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
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
