import { cancelBy, cancelPaidBy, cancelRulesCalls, cancelStage, cancelVerdict } from '@chauffeur/contract/order/cancel-rules'
import {
  choicesOf,
  CityField,
  CountField,
  FieldGroup,
  FieldRow,
  HoursFields,
  MinutesField,
  MoneyField,
  ReasonField,
  SelectField,
  SwitchField,
  TextField,
  UnitField,
} from '#kit/fields/fields.ts'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import { t } from '#platform/text/text.ts'
import { cancelByText, cancelStageText, paidByText, verdictText } from '#shared/order/cancel.view.ts'
import { ChannelAndService } from '#shared/city/scope-fields.tsx'
import type { CancelRow } from './cancel-rule.view.ts'

type Rule = Omit<CancelRow, 'cityName' | 'channelName'>
const DAY_S = 86_400

/** Who pays for which cancellation. */
export function CancelRuleForm({ open, row: shown, onClose }: RowFormProps<CancelRow>) {
  const stars = { per: 100, precision: 2, suffix: t('星') }
  return (
    <CallForm<typeof cancelRulesCalls.save, Rule>
      call={cancelRulesCalls.save}
      open={open}
      as="drawer"
      width={680}
      title={(row) => (row ? t('修改规则 {code}', { code: row.code }) : t('新建规则'))}
      row={shown}
      initial={{
        by: 'CUSTOMER',
        rank: 100,
        verdict: 'NO_FAULT',
        feeFen: 0,
        driverPenaltyFen: 0,
        waivers: 0,
        hideDriverS: 0,
        enabled: true,
      }}
      of="rowId"
      onClose={onClose}
    >
      <FieldGroup title={t('情形')}>
        <FieldRow>
          <TextField name="code" label={t('编号')} required maxLength={12} hint={t('随判责显示给客服')} />
          <SelectField name="by" label={t('谁取消')} required choices={choicesOf(cancelBy.options, cancelByText)} />
          <SelectField
            name="stage"
            label={t('阶段')}
            placeholder={t('任何阶段')}
            choices={choicesOf(cancelStage.options, cancelStageText)}
          />
          <CityField name="cityId" placeholder={t('全部城市')} />
          <ChannelAndService />
        </FieldRow>
      </FieldGroup>
      <FieldGroup title={t('条件（不填为不限）')}>
        <FieldRow>
          <MinutesField name="atLeastS" label={t('进入阶段至少')} min={0} max={86_400} />
          <MinutesField name="upToS" label={t('进入阶段至多')} min={0} max={86_400} />
          <MinutesField name="lateOverS" label={t('司机迟到超过')} min={0} max={86_400} />
          <CountField name="callsAtLeast" label={t('司机致电不少于')} min={0} max={20} suffix={t('次')} />
          <SelectField name="paidBy" label={t('谁付款')} placeholder={t('不限')} choices={choicesOf(cancelPaidBy.options, paidByText)} />
          <UnitField name="ratingFromX100" label={t('司机评分不低于')} min={0} max={500} step={10} unit={stars} />
          <UnitField name="ratingBelowX100" label={t('司机评分低于')} min={1} max={501} step={10} unit={stars} />
        </FieldRow>
        <HoursFields>
          <CountField name="rank" label={t('次序')} hint={t('同样具体时数字小者优先')} min={1} max={10_000} />
        </HoursFields>
      </FieldGroup>
      <FieldGroup title={t('结果')}>
        <FieldRow>
          <SelectField name="verdict" label={t('判责')} required choices={choicesOf(cancelVerdict.options, verdictText)} />
          <MoneyField name="feeFen" label={t('客户取消费')} required min={0} max={100_000} />
          <MoneyField name="driverPenaltyFen" label={t('扣司机')} min={0} max={100_000} />
          <CountField name="waivers" label={t('30 天内免罚')} min={0} max={100} suffix={t('次')} />
          <UnitField
            name="hideDriverS"
            label={t('不再派给该客户')}
            hint={t('0 为不限制')}
            min={0}
            max={365 * DAY_S}
            unit={{ per: DAY_S, precision: 0, suffix: t('天') }}
          />
          <SwitchField name="countsToRate" label={t('计入取消率')} />
          <SwitchField name="enabled" label={t('启用')} />
        </FieldRow>
      </FieldGroup>
      {shown ? <ReasonField /> : null}
    </CallForm>
  )
}
