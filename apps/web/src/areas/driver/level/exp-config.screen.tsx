import { driverLevelCalls } from '@chauffeur/contract/driver/level'
import { type ExpRule, expEventText, ruledExpEvents } from '@chauffeur/contract/driver/level-model'
import { type CitySetting, CitySettingPanel } from '#kit/config/city-setting.panel.tsx'
import { choicesOf, CountField, RowsField, SelectField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { Page } from '#ui/page/page.tsx'
import '../driver.css'
import { expWords, factsOfExp } from './level.view.ts'
import { Lines } from './level-name.tsx'
import { leavesNobody, TryLevels } from './level-trial.tsx'

const events = ruledExpEvents.options
const expSetting = (): CitySetting<typeof driverLevelCalls.upgrade, typeof driverLevelCalls.upgradeSave> => ({
  what: t('经验值配置'),
  read: driverLevelCalls.upgrade,
  save: driverLevelCalls.upgradeSave,
  history: driverLevelCalls.upgradeHistory,
  width: 720,
  columns: [{ title: t('事件与经验值'), cell: ({ rules }) => <Lines of={rules.map(expWords)} /> }],
  fieldOf: leavesNobody,
  factsOf: factsOfExp,
  fields: (row) => (
    <>
      <RowsField<Partial<ExpRule>>
        name="rules"
        label={t('事件与经验值')}
        words={(rules) => (rules as ExpRule[]).map(expWords).join('\n')}
        addText={t('增加事件')}
        added={{ delta: 1 }}
        least={0}
        most={events.length}
        removeText={(n) => t('删除第 {n} 个事件', { n })}
      >
        {(at) => (
          <>
            <SelectField
              name={[at, 'event']}
              label={t('事件')}
              required
              choices={choicesOf(events, expEventText as Record<(typeof events)[number], string>)}
            />
            <CountField name={[at, 'delta']} label={t('经验值')} hint={t('扣减填负数')} required min={-10_000} max={10_000} />
            <CountField name={[at, 'dayCap']} label={t('每日至多')} hint={t('不填为不限')} min={1} max={100_000} />
          </>
        )}
      </RowsField>
      <p className="driver-soft">{t('修改只影响之后发生的事件；试算按本月已发生的事件重新计算。')}</p>
      <TryLevels call={driverLevelCalls.upgradeTrial} row={row} />
    </>
  ),
})

/** What experience is given and taken for. */
export default function ExpConfigScreen() {
  return (
    <Page title={t('经验值配置')} extra={<a href="#/DriverConfig/DriverLevelBase">{t('司机等级')}</a>}>
      <CitySettingPanel alone of={expSetting()} />
    </Page>
  )
}
