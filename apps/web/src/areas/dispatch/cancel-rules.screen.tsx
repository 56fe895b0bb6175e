import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { cancelRulesCalls } from '@chauffeur/contract/cancel-rules'
import { serviceTypeText } from '@chauffeur/contract/order-model'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/call.ts'
import { useCan } from '#platform/session.ts'
import { t, tr } from '#platform/text.ts'
import { cancelByText, cancelStageText, driverConsequences, verdictText, verdictTone } from '#shared/cancel/cancel.view.ts'
import { Async } from '#ui/async.tsx'
import { Money } from '#ui/money.tsx'
import { Page, Panel } from '#ui/page.tsx'
import { EnabledTag, Tag } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'
import { CancelRuleForm } from './cancel-rule.form.tsx'
import { CancelRuleHistory } from './cancel-rule.history.tsx'
import { CancelTryPanel } from './cancel-try.panel.tsx'
import { type CancelRow, conditionsOf } from './dispatch.view.ts'
import type { Places } from './scope-fields.tsx'
import './dispatch.css'

type Doing = { what: 'edit' | 'history'; row: CancelRow } | { what: 'create' }

/** Who is at fault when an order is cancelled, what it costs, and what follows for the driver. */
export default function CancelRulesScreen() {
  const query = useCall(cancelRulesCalls.list, {})
  const mayEdit = useCan('cancelRules.edit')
  const [doing, setDoing] = useState<Doing | null>(null)
  const [hit, setHit] = useState<string | null>(null)
  const close = () => setDoing(null)
  const { data } = query
  return (
    <Page
      title={t('取消判责规则')}
      extra={t('越具体的规则越优先：渠道、城市、业务类型、其他条件；同样具体时看次序')}
      actions={
        mayEdit ? (
          <Button type="primary" icon={<PlusOutlined />} disabled={!data} onClick={() => setDoing({ what: 'create' })}>
            {t('新增规则')}
          </Button>
        ) : undefined
      }
    >
      <div className="dispatch-column">
        <Panel title={t('规则')}>
          <Async query={query} isEmpty={({ rows }) => rows.length === 0}>
            {({ rows, ...places }) => <RuleTable rows={rows} places={places} hit={hit} mayEdit={mayEdit} onDo={setDoing} />}
          </Async>
        </Panel>
        {data ? <CancelTryPanel places={data} onHit={setHit} /> : null}
      </div>
      {data ? (
        <CancelRuleForm
          open={doing?.what === 'create' || doing?.what === 'edit'}
          row={doing?.what === 'edit' ? doing.row : null}
          places={data}
          onClose={close}
        />
      ) : null}
      <CancelRuleHistory row={doing?.what === 'history' ? doing.row : null} onClose={close} />
    </Page>
  )
}

interface TableProps {
  rows: readonly CancelRow[]
  places: Places
  /** The row that decides the case being tried. */
  hit: string | null
  mayEdit: boolean
  onDo: (doing: Doing) => void
}
function RuleTable({ rows, places, hit, mayEdit, onDo }: TableProps) {
  const cityName = (id: string) => tr(places.cities.find(({ cityId }) => cityId === id)?.name ?? id)
  const channelName = (id: string) => tr(places.channels.find(({ channelId }) => channelId === id)?.name ?? id)
  return (
    <div className="dispatch-scroll">
      <table className="dispatch-table">
        <thead>
          <tr>
            <th scope="col">{t('编号')}</th>
            <th scope="col">{t('谁取消')}</th>
            <th scope="col">{t('阶段')}</th>
            <th scope="col">{t('适用范围')}</th>
            <th scope="col">{t('条件')}</th>
            <th scope="col">{t('判责')}</th>
            <th scope="col" className="dispatch-right">
              {t('客户取消费')}
            </th>
            <th scope="col">{t('对司机')}</th>
            <th scope="col" className="dispatch-right">
              {t('次序')}
            </th>
            <th scope="col">{t('状态')}</th>
            <th scope="col">{t('最近修改')}</th>
            <th scope="col">{t('操作')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.rowId} data-off={row.enabled ? undefined : ''} data-hit={row.rowId === hit ? '' : undefined}>
              <th scope="row">{row.code}</th>
              <td>{tr(cancelByText[row.by])}</td>
              <td>{row.stage === null ? t('任何阶段') : tr(cancelStageText[row.stage])}</td>
              <td className="dispatch-wrap">
                {[
                  row.cityId && cityName(row.cityId),
                  row.channelId && channelName(row.channelId),
                  row.serviceType && tr(serviceTypeText[row.serviceType]),
                ]
                  .filter(Boolean)
                  .join(' · ') || t('全部')}
              </td>
              <td className="dispatch-wrap">{conditionsOf(row).join(t('，')) || '—'}</td>
              <td>
                <Tag tone={verdictTone[row.verdict]}>{tr(verdictText[row.verdict])}</Tag>
              </td>
              <td className="dispatch-right">
                <Money fen={row.feeFen} />
              </td>
              <td className="dispatch-wrap">{driverConsequences(row).join(t('，')) || '—'}</td>
              <td className="ui-number dispatch-right">{row.rank}</td>
              <td>
                <EnabledTag enabled={row.enabled} />
              </td>
              <td>
                <Time at={row.changedAt} />
                {row.changedBy ? ` · ${row.changedBy}` : ''}
              </td>
              <td>
                <span className="dispatch-actions">
                  {mayEdit ? (
                    <button
                      type="button"
                      className="ui-text-button"
                      aria-label={t('修改 {name}', { name: row.code })}
                      onClick={() => onDo({ what: 'edit', row })}
                    >
                      {t('修改')}
                    </button>
                  ) : null}
                  <button
                    type="button"
                    className="ui-text-button"
                    aria-label={t('{name} 的历史', { name: row.code })}
                    onClick={() => onDo({ what: 'history', row })}
                  >
                    {t('历史')}
                  </button>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
