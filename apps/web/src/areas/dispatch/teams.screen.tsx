import { PlusOutlined } from '@ant-design/icons'
import { type DispatchTeam, dispatchTeamsCalls, teamFallbackText } from '@chauffeur/contract/dispatch-teams'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/call.ts'
import { useCan } from '#platform/session.ts'
import { useTabState } from '#platform/tab.ts'
import { t, tr } from '#platform/text.ts'
import { Async } from '#ui/async.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Page, Panel } from '#ui/page.tsx'
import { EnabledTag } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'
import { cityOptions } from './scope-fields.tsx'
import { TeamForm } from './team.form.tsx'
import './dispatch.css'

type Doing = { what: 'edit'; row: DispatchTeam } | { what: 'create' }

/** Drivers who are asked for a channel's orders before everybody else, or alone. */
export default function TeamsScreen() {
  const [cityId, setCityId] = useTabState('city', '')
  const query = useCall(dispatchTeamsCalls.list, cityId ? { cityId } : {})
  const mayEdit = useCan('dispatchSettings.edit')
  const [doing, setDoing] = useState<Doing | null>(null)
  const { data } = query
  return (
    <Page
      title={t('派单车队')}
      extra={t('车队的司机先于他人接到所选渠道的订单')}
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
              {t('新增车队')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="dispatch-column">
        <Panel title={t('车队')}>
          <Async query={query} isEmpty={({ rows }) => rows.length === 0} empty={<EmptyState title={t('还没有车队，所有司机一起接单')} />}>
            {({ rows }) => <TeamTable rows={rows} mayEdit={mayEdit} onEdit={(row) => setDoing({ what: 'edit', row })} />}
          </Async>
        </Panel>
      </div>
      {data ? (
        <TeamForm
          open={doing !== null}
          row={doing?.what === 'edit' ? doing.row : null}
          cityId={cityId}
          places={data}
          onClose={() => setDoing(null)}
        />
      ) : null}
    </Page>
  )
}

const forWhom = (row: DispatchTeam): string =>
  [
    ...row.channels.map(({ name }) => tr(name)),
    row.customers > 0 && t('指定客户 {n} 名', { n: row.customers }),
    row.hasFence && t('指定上车区域'),
  ]
    .filter(Boolean)
    .join(t('、'))

function TeamTable({ rows, mayEdit, onEdit }: { rows: readonly DispatchTeam[]; mayEdit: boolean; onEdit: (row: DispatchTeam) => void }) {
  return (
    <div className="dispatch-scroll">
      <table className="dispatch-table">
        <thead>
          <tr>
            <th scope="col">{t('车队')}</th>
            <th scope="col">{t('城市')}</th>
            <th scope="col">{t('适用订单')}</th>
            <th scope="col" className="dispatch-right">
              {t('优先时长')}
            </th>
            <th scope="col">{t('无人接单时')}</th>
            <th scope="col" className="dispatch-right">
              {t('司机数')}
            </th>
            <th scope="col">{t('司机')}</th>
            <th scope="col">{t('状态')}</th>
            <th scope="col">{t('最近修改')}</th>
            {mayEdit ? <th scope="col">{t('操作')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.teamId} data-off={row.enabled ? undefined : ''}>
              <th scope="row" lang="zh-CN">
                {row.name}
              </th>
              <td>{tr(row.cityName)}</td>
              <td className="dispatch-wrap">{forWhom(row)}</td>
              <td className="ui-number dispatch-right">{row.fallback === 'STRICT' ? '—' : t('{n} 秒', { n: row.exclusiveS })}</td>
              <td>{tr(teamFallbackText[row.fallback])}</td>
              <td className="ui-number dispatch-right">{row.members.length}</td>
              <td className="dispatch-wrap" title={row.members.map(({ name, driverNo }) => `${name} ${driverNo}`).join(t('、'))}>
                {row.members
                  .slice(0, 3)
                  .map(({ name }) => name)
                  .join(t('、')) || '—'}
                {row.members.length > 3 ? ' …' : ''}
              </td>
              <td>
                <EnabledTag enabled={row.enabled} />
              </td>
              <td>
                <Time at={row.changedAt} />
              </td>
              {mayEdit ? (
                <td>
                  <button
                    type="button"
                    className="ui-text-button"
                    aria-label={t('修改 {name}', { name: row.name })}
                    onClick={() => onEdit(row)}
                  >
                    {t('修改')}
                  </button>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
