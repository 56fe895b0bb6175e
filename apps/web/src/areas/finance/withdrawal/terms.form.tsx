import { withdrawalWay, withdrawalWayText } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import { ReasonField } from '#kit/config/reason-field.tsx'
import { CheckField, choicesOf, SelectField, WeekdaysField } from '#kit/fields/choice-fields.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { FieldRow } from '#kit/fields/field-row.tsx'
import { CountField, MoneyField, PercentField } from '#kit/fields/number-fields.tsx'
import { notBelow } from '#kit/fields/rules.ts'
import { t, tr } from '#platform/text/text.ts'
import { TermsTrial } from './terms-trial.tsx'
import type { Setting, WaysAnswer } from './withdrawal.view.ts'

export interface Editing {
  /** Null where nothing was saved yet. */
  row: Setting | null
  /** Of all cities without terms of their own. */
  whole: boolean
}

/** The terms of the tenant, or of one city. */
export function TermsForm({
  editing,
  defaults,
  cities,
  onClose,
}: {
  editing: Editing | null
  defaults: WaysAnswer['defaults']
  cities: WaysAnswer['cities']
  onClose: () => void
}) {
  const whole = editing?.whole ?? false
  return (
    <CallForm
      call={withdrawalTermsCalls.save}
      refreshes={[withdrawalTermsCalls.ways, withdrawalTermsCalls.history]}
      open={editing !== null}
      as="drawer"
      width={520}
      title={(row) =>
        whole ? t('修改全部城市的提现规则') : row ? t('修改{city}的提现规则', { city: tr(row.cityName) }) : t('新增城市提现规则')
      }
      row={editing?.row}
      initial={defaults}
      of="settingId"
      onClose={onClose}
    >
      {(row) => (
        <>
          {row || whole ? null : (
            <SelectField
              name="cityId"
              label={t('城市')}
              required
              choices={cities.map(({ cityId, name }) => ({ value: cityId, label: tr(name) }))}
            />
          )}
          <CheckField name="ways" label={t('提现方式')} required choices={choicesOf(withdrawalWay.options, withdrawalWayText)} />
          <FieldRow>
            <MoneyField name="minFen" label={t('每笔最低')} required min={1} max={10_000_000} />
            <MoneyField
              name="maxFen"
              label={t('每笔最高')}
              required
              min={1}
              max={100_000_000}
              dependencies={['minFen']}
              rules={[notBelow('minFen', t('不能低于每笔最低'))]}
            />
            <CountField name="maxPerDay" label={t('每日次数')} required min={1} max={50} />
            <MoneyField name="reserveFen" label={t('保留余额')} hint={t('始终留在钱包里')} required min={0} max={100_000_000} />
            <PercentField name="feeBp" label={t('手续费率')} required min={0} max={2_000} />
            <MoneyField name="feeFlatFen" label={t('每笔手续费')} required min={0} max={100_000} />
            <CountField name="freePerWeek" label={t('每周免费次数')} required min={0} max={50} />
            <CountField
              name="accountCoolingHours"
              label={t('换卡冷却（小时）')}
              hint={t('更换收款账户后多久才能提现')}
              required
              min={0}
              max={720}
            />
            <MoneyField
              name="autoApproveBelowFen"
              label={t('低于此金额自动通过')}
              hint={t('无风险提示时由系统审核，0 为全部人工审核')}
              required
              min={0}
              max={100_000_000}
            />
            <MoneyField
              name="secondReviewFromFen"
              label={t('达到此金额双人审核')}
              hint={t('0 为一人审核')}
              required
              min={0}
              max={100_000_000}
            />
          </FieldRow>
          <WeekdaysField name="weekMask" label={t('提现日')} required />
          {row ? <ReasonField /> : null}
          <TermsTrial row={row} />
        </>
      )}
    </CallForm>
  )
}
