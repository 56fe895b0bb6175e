import { driverLevelCalls } from '@chauffeur/contract/driver/level'
import { type DriverLevel, MOST_DRIVER_LEVEL } from '@chauffeur/contract/driver/level-model'
import { type CitySetting, CitySettingPanel } from '#kit/config/city-setting.panel.tsx'
import {
  CountField,
  FieldRow,
  KilometresField,
  PercentField,
  RowsField,
  SecondsClockField,
  SelectField,
  SwitchField,
  TextField,
  UnitField,
} from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { Page } from '#ui/page/page.tsx'
import '../driver.css'
import { factsOfLevels, factsOfRules, levelWords, nightWords } from './level.view.ts'
import { Lines } from './level-name.tsx'
import { leavesNobody, TryLevels } from './level-trial.tsx'
import { ProtectionPanel } from './protection.panel.tsx'
import { WeatherPanel } from './weather.panel.tsx'

/** Colours that names are told apart by on either ground. */
const colours = () =>
  [
    ['#8c8c8c', t('灰色')],
    ['#a0522d', t('铜色')],
    ['#5b7083', t('银灰')],
    ['#a87900', t('金色')],
    ['#1668dc', t('蓝色')],
    ['#389e0d', t('绿色')],
    ['#722ed1', t('紫色')],
    ['#cf1322', t('红色')],
  ].map(([value, label]) => ({ value: value!, label: label! }))

const levelSetting = (): CitySetting<typeof driverLevelCalls.basic, typeof driverLevelCalls.basicSave> => ({
  what: t('司机等级'),
  read: driverLevelCalls.basic,
  save: driverLevelCalls.basicSave,
  history: driverLevelCalls.basicHistory,
  width: 960,
  columns: [{ title: t('等级、要求与权益'), cell: ({ levels }) => <Lines of={levels.map(levelWords)} /> }],
  fieldOf: leavesNobody,
  factsOf: factsOfLevels,
  fields: (row) => (
    <>
      <RowsField<Partial<DriverLevel>>
        name="levels"
        label={t('等级（从低到高，1 级不设要求）')}
        words={(levels) => (levels as DriverLevel[]).map(levelWords).join('\n')}
        addText={t('增加一级〔等级〕')}
        added={{ colour: '#8c8c8c', minExp: 0, minOrders: 0, dispatchWeight: 100, rangeBonusM: 0, commissionOffBp: 0 }}
        most={MOST_DRIVER_LEVEL}
        removeText={(n) => t('删除第 {n} 级〔等级〕', { n })}
      >
        {(at) => (
          <FieldRow>
            <CountField name={[at, 'level']} label={t('等级')} required min={1} max={MOST_DRIVER_LEVEL} />
            <TextField name={[at, 'name']} label={t('名称')} required maxLength={10} />
            <SelectField name={[at, 'colour']} label={t('颜色')} required choices={colours()} />
            <CountField name={[at, 'minExp']} label={t('经验值不低于')} required min={0} max={10_000_000} />
            <CountField name={[at, 'minOrders']} label={t('月完单不少于')} required min={0} max={10_000} />
            <UnitField
              name={[at, 'minRatingX100']}
              label={t('评分不低于')}
              hint={t('不填为不要求')}
              min={0}
              max={500}
              unit={{ per: 100, precision: 2 }}
            />
            <PercentField name={[at, 'maxCancelBp']} label={t('有责取消率不高于')} hint={t('不填为不要求')} min={0} max={10_000} />
            <PercentField name={[at, 'minAcceptBp']} label={t('近 30 天接单率不低于')} hint={t('不填为不要求')} min={0} max={10_000} />
            <CountField
              name={[at, 'dispatchWeight']}
              label={t('派单权重')}
              hint={t('100 为不加权；125 相当于距离按八折计算')}
              required
              min={50}
              max={200}
            />
            <KilometresField name={[at, 'rangeBonusM']} label={t('听单范围增加')} required min={0} max={10_000} />
            <CountField name={[at, 'freeWithdrawals']} label={t('每周免费提现次数')} hint={t('不填为按提现规则')} min={0} max={50} />
            <PercentField name={[at, 'commissionOffBp']} label={t('抽成减免')} required min={0} max={5_000} />
          </FieldRow>
        )}
      </RowsField>
      <TryLevels call={driverLevelCalls.basicTrial} row={row} />
    </>
  ),
})

const moveSetting = (): CitySetting<typeof driverLevelCalls.global, typeof driverLevelCalls.globalSave> => ({
  what: t('升降级规则'),
  read: driverLevelCalls.global,
  save: driverLevelCalls.globalSave,
  history: driverLevelCalls.globalHistory,
  columns: [
    { title: t('自动升降级'), cell: ({ enabled }) => (enabled ? t('已启用') : t('已停用')) },
    { title: t('每次最多降'), cell: ({ mostDown }) => t('{n} 级〔降〕', { n: mostDown }) },
    { title: t('新司机不降级'), cell: ({ newDriverDays }) => t('{n} 天', { n: newDriverDays }) },
    { title: t('夜间时段'), cell: nightWords },
  ],
  fieldOf: leavesNobody,
  factsOf: factsOfRules,
  fields: (row) => (
    <>
      <SwitchField name="enabled" label={t('自动升降级')} hint={t('停用时照常累计经验值，等级不变动')} />
      <FieldRow>
        <CountField name="mostDown" label={t('每次最多降（级）')} required min={1} max={MOST_DRIVER_LEVEL} />
        <CountField name="newDriverDays" label={t('入职多少天内不降级')} required min={0} max={365} />
        <SecondsClockField name="nightFrom" label={t('夜间开始')} required />
        <SecondsClockField name="nightTo" label={t('夜间结束')} required />
      </FieldRow>
      <p className="driver-soft">{t('达到条件即时升级；未达到的，到城市当地月末才降级。')}</p>
      <TryLevels call={driverLevelCalls.globalTrial} row={row} />
    </>
  ),
})

/** Which levels there are, what they ask for and give, and how they move. */
export default function LevelBaseScreen() {
  return (
    <Page title={t('司机等级')} extra={<a href="#/DriverConfig/DriverLevelLog">{t('等级变更记录')}</a>}>
      <div className="driver-online">
        <CitySettingPanel of={levelSetting()} />
        <CitySettingPanel of={moveSetting()} />
        <WeatherPanel />
        <ProtectionPanel />
      </div>
    </Page>
  )
}
