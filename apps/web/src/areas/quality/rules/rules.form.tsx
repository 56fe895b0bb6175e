import { photoFlag, photoFlagText } from '@chauffeur/contract/quality/photo-model'
import { photoRulesCalls } from '@chauffeur/contract/quality/photo-rules'
import { ReasonField } from '#kit/config/reason-field.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { SelectField, SwitchField } from '#kit/fields/choice-fields.tsx'
import { FieldGroup, FieldRow } from '#kit/fields/field-row.tsx'
import { CountField, PercentField } from '#kit/fields/number-fields.tsx'
import { t, tr } from '#platform/text/text.ts'
import { RulesTrial } from './rules-trial.tsx'
import type { RulesHere } from './rules.view.ts'

interface RulesFormProps {
  cityId: string | null
  cityName: string
  here: RulesHere
  open: boolean
  onClose: () => void
}

/** Which pictures people look at, and from what on a place or a time is not that of the trip. */
export function RulesForm({ cityId, cityName, here, open, onClose }: RulesFormProps) {
  const { sampleBp, newDriverDays, complaints, flags, offPlaceM, offTimeMinutes, retakeHours, originalDays } = here.holds
  return (
    <CallForm
      call={photoRulesCalls.save}
      refreshes={[photoRulesCalls.rules, photoRulesCalls.history]}
      open={open}
      as="drawer"
      width={600}
      title={t('修改{city}的抽检规则', { city: cityName })}
      initial={{ sampleBp, newDriverDays, complaints, flags, offPlaceM, offTimeMinutes, retakeHours, originalDays }}
      beside={() => ({ version: here.ownVersion, ...(cityId && { cityId }) })}
      onClose={onClose}
    >
      {() => (
        <>
          <FieldGroup title={t('哪些订单要审核')}>
            <FieldRow>
              <PercentField
                name="sampleBp"
                label={t('随机抽查比例')}
                hint={t('没有其他原因的订单按此比例抽取')}
                required
                min={0}
                max={10_000}
              />
              <CountField name="newDriverDays" label={t('新司机（入职天数内）')} hint={t('0 表示不单独审核')} required min={0} max={365} />
            </FieldRow>
            <SwitchField name="complaints" label={t('有投诉的订单全部审核')} />
            <SelectField
              name="flags"
              label={t('自动检查有这些异常时审核')}
              multiple
              choices={photoFlag.options.map((value) => ({ value, label: tr(photoFlagText[value]) }))}
            />
          </FieldGroup>
          <FieldGroup title={t('怎样算位置或时间不符')}>
            <FieldRow>
              <CountField name="offPlaceM" label={t('离行程超过（米）')} required min={50} max={20_000} />
              <CountField name="offTimeMinutes" label={t('早于或晚于行程（分钟）')} required min={1} max={1_440} />
            </FieldRow>
          </FieldGroup>
          <FieldGroup title={t('重拍与保存')}>
            <FieldRow>
              <CountField name="retakeHours" label={t('重拍期限（小时）')} required min={1} max={720} />
              <CountField name="originalDays" label={t('原图保存（天）')} hint={t('展示用的照片长期保留')} required min={7} max={3_650} />
            </FieldRow>
          </FieldGroup>
          {here.ownVersion > 0 ? <ReasonField /> : null}
          <RulesTrial cityId={cityId} />
        </>
      )}
    </CallForm>
  )
}
