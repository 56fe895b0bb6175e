import { type DynamicRate, rateCalls, type WeatherRule } from '@chauffeur/contract/pricing-rate'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/call.ts'
import { useCan } from '#platform/session.ts'
import { useTabState } from '#platform/tab.ts'
import { t, tr } from '#platform/text.ts'
import { useCities } from '#shared/city/use-cities.ts'
import { daysOf, weekdayText } from '#shared/weekdays.ts'
import { Async } from '#ui/async.tsx'
import { Money } from '#ui/money.tsx'
import { Page, Panel } from '#ui/page.tsx'
import { EnabledTag, Tag } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'
import { DynamicDialog, WeatherDialog } from './rate.dialogs.tsx'
import './pricing.css'

/** What a departure pays on top, by city: bad weather by dates, evening peaks by weekday and hour. */
export default function RateScreen() {
  const cities = useCities()
  const [cityId, setCityId] = useTabState('city', '')
  const input = cityId ? { cityId } : {}
  return (
    <Page
      title={t('天气与动态加价')}
      extra={t('同时生效的同类规则只取最高一条')}
      actions={
        <Select
          aria-label={t('城市')}
          style={{ width: 140 }}
          value={cityId}
          options={[{ value: '', label: t('全部城市') }, ...cities.options]}
          onChange={setCityId}
        />
      }
    >
      <div className="pricing-column">
        <Dynamic input={input} />
        <Weather input={input} />
      </div>
    </Page>
  )
}

function standing({ enabled, inForce, activeTo }: { enabled: boolean; inForce: boolean; activeTo?: string }) {
  if (!enabled) return <EnabledTag enabled={false} />
  if (inForce) return <Tag tone="run">{t('正在加价')}</Tag>
  if (activeTo && Date.parse(activeTo) <= Date.now()) return <Tag tone="off">{t('已结束')}</Tag>
  return <Tag tone="wait">{t('未到时段')}</Tag>
}

function Dynamic({ input }: { input: { cityId?: string } }) {
  const query = useCall(rateCalls.dynamicList, input)
  const mayEdit = useCan('pricing.edit')
  const [editing, setEditing] = useState<DynamicRate | 'new' | null>(null)
  return (
    <Panel
      title={t('动态加价')}
      extra={
        mayEdit ? (
          <Button size="small" onClick={() => setEditing('new')}>
            {t('新增动态加价')}
          </Button>
        ) : undefined
      }
    >
      <Async query={query} isEmpty={({ rows }) => rows.length === 0}>
        {({ rows }) => (
          <table className="pricing-table">
            <thead>
              <tr>
                <th scope="col">{t('名称')}</th>
                <th scope="col">{t('城市')}</th>
                <th scope="col">{t('星期')}</th>
                <th scope="col">{t('时段')}</th>
                <th scope="col" className="pricing-right">
                  {t('倍率')}
                </th>
                <th scope="col" className="pricing-right">
                  {t('最多加价')}
                </th>
                <th scope="col">{t('状态')}</th>
                {mayEdit ? <th scope="col">{t('操作')}</th> : null}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.rateId}>
                  <td>{row.name}</td>
                  <td>{tr(row.cityName)}</td>
                  <td>
                    {row.weekMask === 127
                      ? t('每天')
                      : daysOf(row.weekMask)
                          .map((day) => tr(weekdayText[day] ?? ''))
                          .join(t('、'))}
                  </td>
                  <td className="ui-number">
                    {row.from}–{row.to}
                  </td>
                  <td className="ui-number pricing-right">×{row.rateBp / 10_000}</td>
                  <td className="pricing-right">
                    <Money fen={row.maxFen} />
                  </td>
                  <td>{standing(row)}</td>
                  {mayEdit ? (
                    <td>
                      <button
                        type="button"
                        className="ui-text-button"
                        aria-label={t('修改 {name}', { name: row.name })}
                        onClick={() => setEditing(row)}
                      >
                        {t('修改')}
                      </button>
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Async>
      <DynamicDialog editing={editing} cityId={input.cityId} onClose={() => setEditing(null)} />
    </Panel>
  )
}

function Weather({ input }: { input: { cityId?: string } }) {
  const query = useCall(rateCalls.weatherList, input)
  const mayEdit = useCan('pricing.edit')
  const [editing, setEditing] = useState<WeatherRule | 'new' | null>(null)
  return (
    <Panel
      title={t('恶劣天气费')}
      extra={
        mayEdit ? (
          <Button size="small" onClick={() => setEditing('new')}>
            {t('新增天气费')}
          </Button>
        ) : undefined
      }
    >
      <Async query={query} isEmpty={({ rows }) => rows.length === 0}>
        {({ rows }) => (
          <table className="pricing-table">
            <thead>
              <tr>
                <th scope="col">{t('名称')}</th>
                <th scope="col">{t('城市')}</th>
                <th scope="col">{t('开始')}</th>
                <th scope="col">{t('结束')}</th>
                <th scope="col" className="pricing-right">
                  {t('每单加收')}
                </th>
                <th scope="col">{t('状态')}</th>
                {mayEdit ? <th scope="col">{t('操作')}</th> : null}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.ruleId}>
                  <td>{row.name}</td>
                  <td>{tr(row.cityName)}</td>
                  <td>
                    <Time at={row.activeFrom} as="exact" />
                  </td>
                  <td>
                    <Time at={row.activeTo} as="exact" />
                  </td>
                  <td className="pricing-right">
                    <Money fen={row.flatFen} />
                  </td>
                  <td>{standing(row)}</td>
                  {mayEdit ? (
                    <td>
                      <button
                        type="button"
                        className="ui-text-button"
                        aria-label={t('修改 {name}', { name: row.name })}
                        onClick={() => setEditing(row)}
                      >
                        {t('修改')}
                      </button>
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Async>
      <WeatherDialog editing={editing} cityId={input.cityId} onClose={() => setEditing(null)} />
    </Panel>
  )
}
