import { dispatchModeText, dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import { serviceTypeText } from '@chauffeur/contract/order/model'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { defineList } from '#kit/list/define.list.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { shortTimeText } from '#ui/show/time.view.ts'
import { AppliesPanel } from './applies.panel.tsx'
import { SettingForm } from './setting.form.tsx'
import { SettingHistoryDrawer } from './setting-history.drawer.tsx'
import type { Setting } from './settings.view.ts'
import '#shared/city/scope-fields.css'
import './settings.css'

function Form({ row, open, onClose }: { row: Setting | null; open: boolean; onClose: () => void }) {
  const { data } = useCall(dispatchSettingsCalls.choices, {})
  return data ? <SettingForm open={open} row={row} defaults={data.defaults} onClose={onClose} /> : null
}

/** Which setting a search would go by. */
function Applies() {
  const { data } = useCall(dispatchSettingsCalls.choices, {})
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button disabled={!data} onClick={() => setOpen(true)}>
        {t('哪条设置生效')}
      </Button>
      <Drawer open={open} title={t('哪条设置生效')} size={880} onClose={() => setOpen(false)} destroyOnHidden>
        <AppliesPanel />
      </Drawer>
    </>
  )
}

/** Where roads are not known, times rest on how much longer than the straight line streets were measured to be. */
function Detours() {
  const { data } = useCall(dispatchSettingsCalls.choices, {})
  if (!data) return null
  const factorText = (x100: number) => (x100 / 100).toFixed(2)
  const cities = data.detours.map(({ cityName, detourX100, samples, measuredFrom, measuredAt }) => {
    const words = {
      city: tr(cityName),
      factor: factorText(detourX100),
      count: countText(samples),
      time: shortTimeText(measuredAt, Date.now()),
    }
    return measuredFrom === 'TRIPS'
      ? t('{city} {factor}（{count} 次行程，{time} 测）', words)
      : t('{city} {factor}（{count} 次道路查询，{time} 测）', words)
  })
  const others = t('其他城市 {factor}（默认，行程足够后自动实测）', { factor: factorText(data.standardDetourX100) })
  return (
    <p className="dispatch-detours">
      {t('弯路系数')} · {[...cities, others].join(' · ')}
    </p>
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

/** How searches look for drivers: by city and, where made, by channel, service type and time of day. */
export default defineList(dispatchSettingsCalls.list, ({ c, f, a }) => ({
  name: 'dispatch.settings',
  title: t('派单设置'),
  extra: t('修改只影响之后开始的派单'),
  Below: Detours,
  rowKey: (row) => row.settingId,
  rowName: whereOf,
  open: ['edit', 'history'],
  empty: t('没有单独的设置，全部按默认参数派单'),
  add: { may: dispatchSettingsCalls.create, label: t('新建设置'), Dialog: Form },
  Buttons: Applies,
  filters: [f.city()],
  columns: [
    c.city({ pin: 'left', fixed: true }),
    c.two(
      'channel',
      t('渠道'),
      (row) => (row.channelName === null ? t('全部渠道') : tr(row.channelName)),
      (row) => (row.serviceType === null ? t('全部业务') : tr(serviceTypeText[row.serviceType])),
      [t('全部渠道'), ...Object.values(serviceTypeText).map(tr)],
      { grow: true, shows: ['channelName', 'serviceType'] },
    ),
    c.hours(t('时段')),
    c.word('mode', t('派单方式'), dispatchModeText),
    c.of(
      'radius',
      t('半径（米）'),
      (row) => <span className="ui-number">{`${row.minRadiusM.toLocaleString('en')}–${row.maxRadiusM.toLocaleString('en')}`}</span>,
      '10,000–20,000',
      { align: 'right', shows: ['minRadiusM', 'maxRadiusM'] },
    ),
    c.two(
      'rounds',
      t('轮次'),
      (row) => t('{n} 轮 × {s} 秒', { n: row.rounds, s: row.roundS }),
      (row) => t('共 {n} 秒', { n: Math.min(row.totalS, row.rounds * row.roundS) }),
      [t('{n} 轮 × {s} 秒', { n: 99, s: 99 })],
      { align: 'right', shows: ['rounds', 'totalS'] },
    ),
    c.enabled('enabled', t('状态'), (row) => row.enabled),
    c.text('remark', t('备注')),
    c.changed(),
  ],
  actions: [
    a.edit(Form, { may: dispatchSettingsCalls.update }),
    a.history(SettingHistoryDrawer),
    ...a.onOff(dispatchSettingsCalls.disable, {
      may: dispatchSettingsCalls.disable,
      isOn: ({ enabled }) => enabled,
      input: ({ settingId, version }, enabled) => ({ settingId, version, enabled }),
      on: () => t('之后开始的派单按此设置进行。'),
      off: () => t('之后开始的派单按其他设置或默认参数进行，进行中的派单不变。'),
    }),
  ],
}))
