import { pointConfigCalls } from '@chauffeur/contract/customer/points-config'
import { MOST_POINTS, pointEventText, type PointRule, pointRuleEvent } from '@chauffeur/contract/customer/points-model'
import { type CitySetting, CitySettingPanel } from '#kit/config/city-setting.panel.tsx'
import { choicesOf, CountField, FieldRow, MoneyField, RowsField, SelectField, SwitchField, WithField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { Page } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { factsOfTerms, remindWords, ruleWords, rulesWords, valueWords } from './points.view.ts'
import { TryPoints } from './try-points.tsx'
import './points.css'

const events = pointRuleEvent.options
const pointSetting = (): CitySetting<typeof pointConfigCalls.get, typeof pointConfigCalls.save> => ({
  what: t('积分规则'),
  read: pointConfigCalls.get,
  save: pointConfigCalls.save,
  history: pointConfigCalls.history,
  width: 760,
  columns: [
    {
      title: t('发放规则'),
      cell: (terms) => (
        <ul className="points-lines">
          {rulesWords(terms).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ),
    },
    { title: t('到期提醒'), cell: ({ remindDays }) => remindWords(remindDays) },
    {
      title: t('审批与折算'),
      cell: ({ secondFromPoints, hundredPointsFen }) => (
        <ul className="points-lines">
          <li>{t('{n} 分及以上须审批', { n: countText(secondFromPoints) })}</li>
          <li>{valueWords(hundredPointsFen)}</li>
        </ul>
      ),
    },
  ],
  factsOf: factsOfTerms,
  fields: (row) => (
    <>
      <SwitchField name="enabled" label={t('发放积分')} />
      <RowsField<Partial<PointRule>>
        name="rules"
        label={t('发放规则')}
        words={(rules) => (rules as PointRule[]).map(ruleWords).join('\n')}
        addText={t('增加规则')}
        added={{ points: 1, expiryMonths: 12 }}
        least={0}
        most={events.length}
        removeText={(n) => t('删除第 {n} 条规则', { n })}
      >
        {(at) => (
          <>
            <SelectField
              name={[at, 'event']}
              label={t('事件')}
              required
              choices={choicesOf(events, pointEventText as Record<(typeof events)[number], string>)}
            />
            <WithField name={['rules', at, 'event']}>
              {(event) => (
                <CountField
                  name={[at, 'points']}
                  label={t('积分')}
                  hint={event === 'AMOUNT' ? t('每消费 1 元') : t('每发生一次')}
                  required
                  min={1}
                  max={100_000}
                />
              )}
            </WithField>
            <CountField name={[at, 'dayCap']} label={t('每日至多')} hint={t('不填为不限')} min={1} max={MOST_POINTS} />
            <CountField name={[at, 'expiryMonths']} label={t('有效月数')} hint={t('不填为长期')} min={1} max={60} />
          </>
        )}
      </RowsField>
      <FieldRow>
        <CountField name="remindDays" label={t('到期前提醒')} min={1} max={90} suffix={t('天')} hint={t('不填为不提醒')} />
        <CountField name="secondFromPoints" label={t('调整须审批')} required min={1} max={MOST_POINTS} suffix={t('分起')} />
        <MoneyField name="hundredPointsFen" label={t('100 分折合')} min={1} max={1_000_000} hint={t('积分负债报表按此折算')} />
      </FieldRow>
      <p className="points-soft">{t('只影响之后发生的事件，已发放的积分不变。积分在到期日当地零点失效，先到期的先用。')}</p>
      <TryPoints cityId={row?.cityId ?? null} />
    </>
  ),
})

/** What customers get points for, by city. */
export default function PointConfigScreen() {
  return (
    <Page title={t('积分规则')} extra={<a href="#/Marketing/PointRecords">{t('积分记录')}</a>}>
      <CitySettingPanel alone of={pointSetting()} />
    </Page>
  )
}
