import {
  citySwitchCalls,
  citySwitches,
  citySwitchGroup,
  type CitySwitchRow,
  type CitySwitchStand,
} from '@chauffeur/contract/operations/city-switch'
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { SettingActions } from '#kit/config/setting-actions.tsx'
import { useCall } from '#platform/http/call.ts'
import { useLive } from '#platform/live/live.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page, Panel } from '#ui/page/page.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { durationText } from '#ui/show/measure.view.ts'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { SwitchMatrix } from './matrix.panel.tsx'
import { useOpenings } from './opening.tsx'
import { SwitchForm } from './switch.form.tsx'
import { SwitchHistoryDrawer } from './switch-history.drawer.tsx'
import { groupText, type OpenSwitch } from './switch.view.ts'
import './city-switch.css'

/** What a city does and does not: each switch in words, since when it stands so, by whom, and what is planned. */
export default function CitySwitchesScreen() {
  const query = useCall(citySwitchCalls.view, {})
  const openings = useOpenings()
  const [view, setView] = useTabState<'ONE' | 'ALL'>('view', 'ONE')
  const [cityId, setCityId] = useTabState('city', '')
  const [editing, setEditing] = useState<(OpenSwitch & { open: boolean }) | null>(null)
  const [history, setHistory] = useState<(OpenSwitch & { open: boolean }) | null>(null)
  const refetch = () => void Promise.all([query.refetch(), openings.refetch()])
  useLive('session', ({ what }) => what === 'cities' && refetch(), { onGap: refetch })
  const city = query.data?.rows.find((row) => row.cityId === cityId) ?? query.data?.rows[0]
  return (
    <Page
      title={t('城市开关')}
      extra={t('进行中的订单按下单时的开关结束')}
      actions={
        city && (
          <>
            {view === 'ALL' ? (
              openings.many
            ) : (
              <>
                {openings.of(city.cityId)}
                <Select
                  aria-label={t('城市')}
                  value={city.cityId}
                  onChange={setCityId}
                  showSearch={{ optionFilterProp: 'label' }}
                  style={{ minWidth: 160 }}
                  options={query.data!.rows.map((row) => ({
                    value: row.cityId,
                    label: row.open ? tr(row.name) : t('{city}（不接单）', { city: tr(row.name) }),
                  }))}
                />
              </>
            )}
            <Segmented<'ONE' | 'ALL'>
              aria-label={t('显示')}
              value={view}
              onChange={setView}
              options={[
                { value: 'ONE', label: t('一个城市') },
                { value: 'ALL', label: t('全部城市') },
              ]}
            />
          </>
        )
      }
    >
      <Async query={query} skeleton={<Skeleton lines={12} />}>
        {() =>
          city && view === 'ALL' ? (
            <SwitchMatrix cities={query.data!.rows} openingOf={({ cityId: of }) => openings.of(of)} />
          ) : city ? (
            <div className="city-switch-groups">
              {citySwitchGroup.options.map((group) => (
                <Panel key={group} title={tr(groupText[group])}>
                  <SwitchTable
                    label={`${tr(city.name)} ${tr(groupText[group])}`}
                    city={city}
                    rows={city.switches.filter(({ key }) => citySwitches[key].group === group)}
                    onEdit={(stand) => setEditing({ city, stand, open: true })}
                    onHistory={(stand) => setHistory({ city, stand, open: true })}
                  />
                </Panel>
              ))}
            </div>
          ) : (
            <EmptyState title={t('没有城市')} />
          )
        }
      </Async>
      {editing ? <SwitchForm {...editing} onClose={() => setEditing({ ...editing, open: false })} /> : null}
      {openings.dialogs}
      {history ? <SwitchHistoryDrawer {...history} onClose={() => setHistory({ ...history, open: false })} /> : null}
    </Page>
  )
}

interface TableProps {
  label: string
  city: CitySwitchRow
  rows: readonly CitySwitchStand[]
  onEdit: (stand: CitySwitchStand) => void
  onHistory: (stand: CitySwitchStand) => void
}
const SwitchTable = ({ label, city, rows, onEdit, onHistory }: TableProps) => (
  <PlainTable
    className="city-switches"
    label={label}
    rows={rows}
    rowKey={({ key }) => key}
    columns={[
      {
        title: t('开关'),
        head: true,
        width: '46%',
        cell: ({ key }) => (
          <>
            {tr(citySwitches[key].name)}
            <span className="city-switch-means">{tr(citySwitches[key].means)}</span>
          </>
        ),
      },
      { title: t('状态'), width: '18%', cell: (stand) => <Standing stand={stand} offsetMinutes={city.utcOffsetMinutes} /> },
      { title: t('最近修改'), width: '22%', cell: (stand) => <ChangedBy stand={stand} offsetMinutes={city.utcOffsetMinutes} /> },
      {
        title: t('操作'),
        width: '14%',
        cell: (stand) => (
          <SettingActions
            name={tr(citySwitches[stand.key].name)}
            onEdit={stand.mayChange && (() => onEdit(stand))}
            onHistory={stand.version > 0 && (() => onHistory(stand))}
          />
        ),
      },
    ]}
  />
)

interface StandProps {
  stand: CitySwitchStand
  offsetMinutes: number
}

/** On or off, and what comes by itself. */
const Standing = ({ stand: { on, planned, prepayWaitS }, offsetMinutes }: StandProps) => (
  <>
    <Tag tone={on ? 'run' : 'off'}>{on ? t('开启') : t('关闭〔开关〕')}</Tag>
    {on && prepayWaitS !== null ? <span className="city-switch-means">{t('等待 {time}', { time: durationText(prepayWaitS) })}</span> : null}
    {planned.map((plan) => (
      <span key={plan.from} className="city-switch-means" title={plan.reason}>
        <Time at={plan.from} as="short" offsetMinutes={offsetMinutes} /> {plan.on ? t('开启') : t('关闭〔开关〕')}
      </span>
    ))}
  </>
)

/** Who set it so, since when it holds, and why. */
const ChangedBy = ({ stand: { own, changedBy, changedAt, effectiveFrom, reason }, offsetMinutes }: StandProps) =>
  changedAt === null ? (
    <span className="ui-none">{t('默认')}</span>
  ) : (
    <>
      {changedBy || t('系统')} · <Time at={effectiveFrom ?? changedAt} as="short" offsetMinutes={offsetMinutes} />
      {own && reason === '' ? null : <span className="city-switch-means">{own ? reason : t('按全部城市的上线规则')}</span>}
    </>
  )
