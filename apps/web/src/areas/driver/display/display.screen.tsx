import {
  customerNameText,
  driverDisplayCalls,
  MOST_LOOKS,
  OFF_DUTY_TEXT_MAX,
  STANDARD_LOOK,
  type VersionLook,
} from '@chauffeur/contract/driver/display'
import { type CitySetting, CitySettingPanel } from '#kit/config/city-setting.panel.tsx'
import { RowsField, SelectField, SwitchField, TextField } from '#kit/fields/fields.ts'
import { t, tr } from '#platform/text/text.ts'
import { Page } from '#ui/page/page.tsx'
import { Lines } from '../level/level-name.tsx'
import { factsOfDisplay, lookWords } from './display.view.ts'
import { PhonePreview } from './phone-preview.tsx'
import '../driver.css'
import './display.css'

const display = (): CitySetting<typeof driverDisplayCalls.get, typeof driverDisplayCalls.save> => ({
  what: t('司机端显示'),
  read: driverDisplayCalls.get,
  save: driverDisplayCalls.save,
  history: driverDisplayCalls.history,
  width: 960,
  columns: [{ title: t('显示内容'), cell: ({ looks }) => <Lines of={looks.map(lookWords)} /> }],
  factsOf: factsOfDisplay,
  fields: () => (
    <div className="display-edit">
      <div>
        <RowsField<Partial<VersionLook>>
          name="looks"
          label={t('显示内容（先填所有版本的，新版本不同的再加一组）')}
          words={(looks) => (looks as VersionLook[]).map(lookWords).join('\n')}
          addText={t('新版本另设一组')}
          added={{ ...STANDARD_LOOK, minVersion: '' }}
          most={MOST_LOOKS}
          removeText={(n) => t('删除第 {n} 组', { n })}
        >
          {(at) => (
            <div className="display-look">
              {at === 0 ? null : (
                <div className="display-wide">
                  <TextField
                    name={[at, 'minVersion']}
                    label={t('最低应用版本')}
                    hint={t('如 2.1.0；低于它的按上一组显示')}
                    required
                    maxLength={20}
                  />
                </div>
              )}
              <SwitchField name={[at, 'wallet']} label={t('钱包')} />
              <SwitchField name={[at, 'level']} label={t('我的等级')} />
              <SwitchField name={[at, 'queue']} label={t('区域排队')} />
              <SwitchField name={[at, 'weather']} label={t('恶劣天气')} />
              <SwitchField name={[at, 'estimate']} label={t('预估费用')} />
              <SelectField
                name={[at, 'customerName']}
                label={t('客户姓名')}
                required
                choices={Object.entries(customerNameText).map(([value, words]) => ({ value, label: tr(words) }))}
              />
              <div className="display-wide">
                <TextField name={[at, 'servicePhone']} label={t('客服电话')} hint={t('不填为应用设置的电话')} maxLength={20} />
                <TextField name={[at, 'offDutyText']} label={t('未上线提示')} hint={t('不填为不提示')} maxLength={OFF_DUTY_TEXT_MAX} />
              </div>
            </div>
          )}
        </RowsField>
      </div>
      <PhonePreview />
    </div>
  ),
})

/** What drivers' telephones show, by city and version of the app. */
export default function DriverDisplayScreen() {
  return (
    <Page title={t('司机端显示设置')} extra={t('修改后，司机端在一分钟内更新')}>
      <CitySettingPanel alone of={display()} />
    </Page>
  )
}
